import type { AddressInfo } from "node:net";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { callbackify } from "node:util";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** A mail as it was received: its envelope and its content. */
export interface ReceivedMail {
  from: string;
  to: string[];
  mail: Email;
  raw: string;
}

/** A real SMTP server on the loopback interface that stores the received mail. */
export interface MailServer {
  /** For `SMTP_URL`. */
  url: string;
  port: number;
  inbox: ReceivedMail[];
  /** Sets the response to RCPT: 250 accepts the mail, 550 refuses the address, 451 asks to retry. */
  answerFor(address: string, code: 250 | 451 | 550): void;
  close(): Promise<void>;
}

/** Starts it on a free port, unless one is given (to restart at the same address). */
export async function startMailServer(port = 0, host = "127.0.0.1"): Promise<MailServer> {
  const inbox: ReceivedMail[] = [];
  const answers = new Map<string, number>();

  async function receive(stream: Readable, { envelope }: SMTPServerSession): Promise<void> {
    const raw = await text(stream);
    const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
    inbox.push({ from, to: envelope.rcptTo.map((to) => to.address), mail: await PostalMime.parse(raw), raw });
  }

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    // A pooled client leaves its connection open. Closing must not wait for it.
    closeTimeout: 50,
    onRcptTo({ address }, _session, callback) {
      const responseCode = answers.get(address) ?? 250;
      if (responseCode === 250) callback();
      else callback(Object.assign(new Error(responseCode === 550 ? "5.1.1 User unknown" : "4.7.1 Come again later"), { responseCode }));
    },
    onData: callbackify(receive),
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://${host}:${bound}`,
    port: bound,
    inbox,
    answerFor: (address, code) => void answers.set(address, code),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
