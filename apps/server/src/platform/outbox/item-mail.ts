import { REPLY_QUERY } from "@stillreel/contract";
import { joinList } from "@stillreel/i18n";
import { formatPosition } from "../duration.ts";
import { chapterTextOf, counted, factsOf, type Known, termsTextOf } from "./item-mail-facts.ts";
import { facePictureOf } from "./item-mail-pictures.ts";
import type { ItemMail, MailedComment, MailedPerson } from "./item-mail.types.ts";
import type { Face, ItemLayout, ShownComment, Strip } from "./mail-layout.ts";
import { oneLine } from "./mail-layout.ts";
import { fill, fillIsolated, plainText } from "./mail-values.ts";

/** Maximum length of the preview text. */
const PREVIEW_MAX = 160;

type CommentMail = Extract<ItemMail, { comments: unknown }>;

const faceOf = (person: MailedPerson): Face => ({ picture: facePictureOf(person), name: person.name });

/** Returns the address of an item at a position of its video. */
function addressOf({ url, item }: ItemMail, atS: number | null, replyTo?: string): string {
  const query = new URLSearchParams();
  if (atS !== null && item.type === "video") query.set("t", String(Math.floor(atS)));
  if (replyTo !== undefined) query.set(REPLY_QUERY, replyTo);
  return query.size === 0 ? url : `${url}?${query.toString()}`;
}

/** Texts of one kind of comment mail. */
type CommentTexts = Known["texts"][CommentMail["template"]];

/** Returns subject and heading of a mail about comments. */
function titlesOf(mail: CommentMail, texts: CommentTexts, atS: number | null): { subject: string; heading: string } {
  const { comments, more, item } = mail;
  const [first] = comments;
  const count = comments.length + more;
  const isAt = atS !== null;
  const values = { name: first?.by.name ?? "", time: isAt ? formatPosition(atS) : "", count: String(count) };
  const own = texts[item.type];
  if (count > 1) return { subject: fill(own.subjectMany, values), heading: fill(texts.headingMany, values) };
  return {
    subject: fillIsolated(isAt && "subjectAt" in own ? own.subjectAt : own.subject, values),
    heading: fillIsolated(isAt ? texts.headingAt : texts.heading, values),
  };
}

function shownComment(mail: CommentMail, { texts }: Known, { id, by, text, atS }: MailedComment): ShownComment {
  const isAt = atS !== null && mail.item.type === "video";
  return {
    face: faceOf(by),
    time: isAt ? { label: formatPosition(atS), url: addressOf(mail, atS) } : null,
    text,
    reply: { label: fillIsolated(texts.item.reply, { name: by.name }), url: addressOf(mail, atS, id) },
  };
}

/** Returns the strip of a video with the position of a comment. Null while the length is unknown. */
function stripOf({ item }: ItemMail, atS: number, face: Face): Strip | null {
  const { lengthMs, chapters } = item;
  if (lengthMs === null || lengthMs <= 0) return null;
  const partOf = (seconds: number): number => Math.min(1, Math.max(0, (seconds * 1000) / lengthMs));
  return { chapters: chapters.map(({ timestamp }) => partOf(timestamp)), at: partOf(atS), face };
}

/** Returns the parts that only mails about comments have. */
function commentParts(mail: CommentMail, known: Known) {
  const { item, more, comments } = mail;
  const { texts } = known;
  const at = item.type === "video" ? comments.find(({ atS }) => atS !== null) : undefined;
  const atS = at?.atS ?? null;
  const [first] = comments;
  return {
    ...titlesOf(mail, texts[mail.template], atS),
    preview: first?.text ?? "",
    face: null,
    byline: null,
    quote: null,
    comments: comments.map((comment) => shownComment(mail, known, comment)),
    more: more > 0 ? counted(known, "more", more) : null,
    strip: at && atS !== null ? stripOf(mail, atS, faceOf(at.by)) : null,
    facts: (atS === null ? null : chapterTextOf(known, item, atS)) ?? factsOf(known, item),
    action: { label: actionLabel(mail, known, atS), url: addressOf(mail, atS) },
    terms: [],
    reason: texts[mail.template][item.type].reason,
  };
}

function actionLabel({ item }: ItemMail, { texts: { item: texts } }: Known, atS: number | null): string {
  if (item.type === "image") return texts.view;
  if (item.type === "board") return texts.viewBoard;
  return atS === null ? texts.watch : fill(texts.watchFrom, { time: formatPosition(atS) });
}

/** Returns the parts that mails of one person have. */
function personParts(mail: Exclude<ItemMail, CommentMail>, known: Known) {
  const { by, item } = mail;
  const { texts } = known;
  const { name } = by;
  const facts = factsOf(known, item);
  const subject = fillIsolated(texts[mail.template][item.type].subject, { name });
  const message = mail.template === "item-shared" ? mail.message.trim() : "";
  return {
    subject,
    heading: subject,
    preview: [joinList([item.title, facts].filter(Boolean), known.language), message].filter(Boolean).join(". "),
    face: faceOf(by),
    byline: item.workspaceName === null ? null : fillIsolated(texts.item.byline, { name, workspace: item.workspaceName }),
    quote: message === "" ? null : message,
    comments: [],
    more: null,
    strip: null,
    facts,
    action: { label: actionLabel(mail, known, null), url: mail.url },
    terms: mail.template === "item-shared" ? termsTextOf(known, mail.terms, name) : [],
    reason: fillIsolated(texts[mail.template].reason, { name }),
  };
}

/** Returns the mail with a name for everyone: a user may have been deleted. */
function withNames(mail: ItemMail, noName: string): ItemMail {
  const named = (person: MailedPerson): MailedPerson => ({ ...person, name: person.name.trim() || noName });
  if (!("comments" in mail)) return { ...mail, by: named(mail.by) };
  return { ...mail, comments: mail.comments.map((comment) => ({ ...comment, by: named(comment.by) })) };
}

/** Returns the parts of a mail about an item, in the recipient's language. */
export function itemLayoutOf(given: ItemMail, known: Known, { publicUrl, name: server }: { publicUrl: string; name: string }): ItemLayout {
  const { item: texts } = known.texts;
  const { item } = given;
  const mail = withNames(given, texts.noName);
  const parts = "comments" in mail ? commentParts(mail, known) : personParts(mail, known);
  return {
    ...parts,
    preview: oneLine(plainText(parts.preview)).slice(0, PREVIEW_MAX),
    title: item.title,
    alt: plainText(fillIsolated({ image: texts.altImage, video: texts.altVideo, board: texts.altBoard }[item.type], { title: item.title })),
    hasPicture: mail.pictureFor !== "none",
    choices: { text: texts.choices, settingsUrl: `${publicUrl}/account/notifications`, stopUrl: mail.unsubscribeUrl },
    sentBy: fillIsolated(texts.sentBy, { host: new URL(publicUrl).host, server }),
  };
}
