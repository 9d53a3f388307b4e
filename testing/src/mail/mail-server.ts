import type { AddressInfo } from "node:net";
import PostalMime, { type Email } from "postal-mime";
import { SMTPServer } from "smtp-server";

/** A mail as it arrived: its envelope and its content. */
export interface ReceivedMail {
  from: string;
  to: string[];
  mail: Email;
  raw: string;
}

/** A real SMTP server on the loopback that keeps what it gets. */
export interface MailServer {
  /** For `SMTP_URL`. */
  url: string;
  port: number;
  inbox: ReceivedMail[];
  /** Answers RCPT with this from now on: 250 takes the mail, 550 refuses the address, 451 asks to come again. */
  answerFor(address: string, code: 250 | 451 | 550): void;
  close(): Promise<void>;
}

/** Starts one, on a free port unless one is given (to come back at the same place). */
export async function startMailServer(port = 0): Promise<MailServer> {
  const inbox: ReceivedMail[] = [];
  const answers = new Map<string, number>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    logger: false,
    // A pooled client keeps its connection open; closing must not wait for it.
    closeTimeout: 50,
    onRcptTo({ address }, _session, callback) {
      const responseCode = answers.get(address) ?? 250;
      if (responseCode === 250) callback();
      else callback(Object.assign(new Error(responseCode === 550 ? "5.1.1 User unknown" : "4.7.1 Come again later"), { responseCode }));
    },
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      // A connection that is cut in the middle of a mail is the client's affair.
      stream.on("error", () => {});
      stream.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const { mailFrom, rcptTo } = session.envelope;
        PostalMime.parse(bytes).then(
          (mail) => {
            inbox.push({ from: mailFrom === false ? "" : mailFrom.address, to: rcptTo.map((to) => to.address), mail, raw: bytes.toString() });
            callback();
          },
          (error: Error) => callback(error),
        );
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const bound = (server.server.address() as AddressInfo).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    inbox,
    answerFor: (address, code) => void answers.set(address, code),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
