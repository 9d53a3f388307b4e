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

/** Parts of every mail, in the recipient's language, as filled texts. */
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

/** A link with the text that it has. */
export interface LabelledLink {
  label: string;
  url: string;
}

/** The picture of a person, or the initial of the name. */
export interface Face {
  /** Name of the picture in the HTML part. Null for the initial. */
  picture: string | null;
  name: string;
}

/** A comment of an item mail. */
export interface ShownComment {
  face: Face;
  /** Position in the video, with its address. */
  time: LabelledLink | null;
  text: string;
  reply: LabelledLink;
}

/** Positions on the strip below the picture of a video, as parts of its length from 0 to 1. */
export interface Strip {
  /** Start of each chapter. */
  chapters: readonly number[];
  at: number;
  face: Face;
}

/** Parts of a mail about an item, as filled texts. */
export interface ItemLayout {
  subject: string;
  preview: string;
  /** Picture of the person beside the heading. */
  face: Face | null;
  heading: string;
  byline: string | null;
  quote: string | null;
  comments: readonly ShownComment[];
  more: string | null;
  /** Text for programs that show no pictures. */
  alt: string;
  /** Whether the mail may have the item's picture. */
  hasPicture: boolean;
  strip: Strip | null;
  title: string;
  facts: string;
  action: LabelledLink;
  /** Who can open the link, and how long. */
  terms: string[];
  reason: string;
  /** Links to the settings and to the end of such mails. Null for mail that a person sent. */
  choices: { text: string; settingsUrl: string; stopUrl: string };
  sentBy: string;
}

/** Removes line breaks and control characters from a text, such as a header field, which must be one line. */
export const oneLine = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/gu, " ").trim();
