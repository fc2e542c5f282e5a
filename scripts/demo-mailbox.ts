import { SMTPServer } from "smtp-server";

// Where the desk of `npm start` sends its mail when no SMTP_URL is set.
const port = 1025;

export interface Mailbox {
  /** False when somebody's own mail catcher listens there already. */
  readonly isOurs: boolean;
  readonly recipients: readonly string[];
  goDown(): Promise<void>;
  comeBack(): Promise<void>;
}

export async function openMailbox(): Promise<Mailbox> {
  const recipients: string[] = [];
  let server = await listen(recipients);
  return {
    isOurs: server !== null,
    recipients,
    async goDown() {
      await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
      server = null;
    },
    async comeBack() {
      server = await listen(recipients);
    },
  };
}

function listen(recipients: string[]): Promise<SMTPServer | null> {
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 100,
    onRcptTo({ address }, _session, accept) {
      recipients.push(address);
      accept();
    },
    onData(stream, _session, accept) {
      stream.resume();
      stream.on("end", () => accept());
    },
  });
  return new Promise((resolve) => {
    server.on("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
}
