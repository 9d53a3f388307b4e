import type { ReceivedMail } from "@stillreel/testing/mail";

/** Returns the HTML part as mail programs show it: with the pictures of the mail. */
export const shownMail = ({ html = "", attachments }: ReceivedMail["mail"]): string =>
  attachments.reduce(
    (shown, { contentId = "", mimeType, content }) =>
      shown.replaceAll(
        `cid:${contentId.replace(/^<|>$/gu, "")}`,
        `data:${mimeType};base64,${Buffer.from(content as ArrayBuffer).toString("base64")}`,
      ),
    html,
  );
