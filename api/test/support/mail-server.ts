import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

export interface Mail {
  readonly to: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
}

/** What it does with a mail: takes it, refuses it for good, puts it off, or says nothing at all. */
export type Manner = "ACCEPT" | "REFUSE" | "PUT_OFF" | "SAY_NOTHING";

export interface MailServer {
  readonly url: string;
  readonly port: number;
  readonly mails: readonly Mail[];
  /** How many mails it was given, whatever it did with them. */
  readonly attempts: number;
  behave(manner: Manner): void;
  close(): Promise<void>;
}

/** A real receiver; on the same port again it is the one that was down. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: Mail[] = [];
  let attempts = 0;
  let manner: Manner = "ACCEPT";
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ["STARTTLS", "AUTH"],
    closeTimeout: 100,
    onData(stream, session, answer) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        attempts++;
        const refusal = refusals[manner];
        if (refusal) return answer(refusal);
        if (manner === "SAY_NOTHING") return;
        mails.push(
          readMail(session.envelope.rcptTo.map(({ address }) => address).join(), Buffer.concat(chunks).toString()),
        );
        answer();
      });
    },
  });
  server.on("error", () => undefined);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const address = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${address.port}`,
    port: address.port,
    mails,
    get attempts() {
      return attempts;
    },
    behave(next) {
      manner = next;
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const refusals: Partial<Record<Manner, Error>> = {
  REFUSE: Object.assign(new Error("5.7.1 we do not want this"), { responseCode: 554 }),
  PUT_OFF: Object.assign(new Error("4.3.2 come back later"), { responseCode: 451 }),
};

function readMail(to: string, raw: string): Mail {
  const [head = "", ...rest] = raw.split("\r\n\r\n");
  const lines = head.replace(/\r\n\s+/g, " ").split("\r\n");
  const headers = new Map(
    lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 2)]),
  );
  return { to, headers, text: rest.join("\r\n\r\n").trim() };
}
