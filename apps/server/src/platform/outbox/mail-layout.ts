/** A link in a list of a mail. */
export interface MailLink {
  title: string;
  url: string;
}

/** What happened to one object. */
export interface DigestMailSection {
  /** Title of the object. Null without one. */
  title: string | null;
  url: string | null;
  sentences: string[];
}

/** Parts of every mail, in the recipient's language, as plain text. */
export interface Layout {
  subject: string;
  greeting: string | null;
  paragraphs: string[];
  quote: string | null;
  links: readonly MailLink[];
  sections: DigestMailSection[];
  /** Paragraphs after the sections. */
  closing: string[];
  action: { label: string; url: string } | null;
  unsubscribe: { label: string; url: string } | null;
}

/** Removes line breaks and control characters from a text, such as a header field, which must be one line. */
export const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, " ").trim();
