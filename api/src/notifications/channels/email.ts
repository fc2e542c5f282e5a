import { createTransport } from "nodemailer";
import type { DeliveryPurpose } from "../../deliveries/delivery.js";
import { type Channel, type Outgoing, PermanentFailure } from "./channel.js";

export interface MailSettings {
  /** Null: there is no way out, and every mail shows as failed. */
  readonly smtpUrl: string | null;
  /** An address, alone or as `Name <name@example.com>`. */
  readonly mailFrom: string;
}

export function openEmail({ smtpUrl, mailFrom }: MailSettings): Channel {
  if (smtpUrl === null) return { send: () => Promise.reject(new PermanentFailure("SMTP_URL is not set")) };
  const transport = createTransport({ url: smtpUrl, ...patience });
  return {
    async send(outgoing, signal) {
      if (outgoing.recipient === "") throw new PermanentFailure("The contact has no mail address");
      try {
        await transport.sendMail({ ...mailOf(outgoing, mailFrom), signal });
      } catch (error) {
        if (isRefusedForGood(error)) throw new PermanentFailure(error.message);
        throw error;
      }
    },
  };
}

const patience = { dnsTimeout: 10_000, connectionTimeout: 10_000, greetingTimeout: 15_000, socketTimeout: 30_000 };

function mailOf({ deliveryId, purpose, recipient, subject, body, senderName }: Outgoing, mailFrom: string) {
  const address = /<([^<>]+)>/.exec(mailFrom)?.[1] ?? mailFrom;
  const marks = autoSubmitted[purpose];
  return {
    from: { name: senderName, address },
    replyTo: mailFrom,
    // Named parts, so that no sign in an address that a stranger typed can add another recipient.
    to: { name: "", address: recipient },
    subject,
    text: body,
    // The same on each attempt: a mailbox that gets it twice, because an answer was lost, can tell.
    messageId: `<${deliveryId}@${address.slice(address.lastIndexOf("@") + 1)}>`,
    headers: marks === null ? {} : { "Auto-Submitted": marks },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 3834: keeps absence notes of other machines from answering ours. A person's own words are no automatic mail. */
const autoSubmitted = {
  ACKNOWLEDGEMENT: "auto-replied",
  STAFF_NOTICE: "auto-generated",
  REPLY: null,
} satisfies Record<DeliveryPurpose, string | null>;

/** The mail server said no, and not merely "not now". */
const isRefusedForGood = (error: unknown): error is Error =>
  error instanceof Error && "permanent" in error && error.permanent === true;
