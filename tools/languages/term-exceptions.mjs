/** Texts that rightly have no word for a term of their English source: by key for all languages, or by language and key. With the reason. */
export const TERM_EXCEPTIONS = {
  "health:versions.fixSlow": "A library of code, not of items.",
  "es library:trash.confirmFoldersText": "The sentence before it names the folder.",
  "zh library:trash.confirmFoldersText": "The sentence before it names the folder.",
  "bg video:edit": "A button on the page of the video.",
  "ru transcript:words": "The Russian verb for editing is for videos only.",
  "fr video-editor:panels.removedText": "The part is named, which is of the video.",
  "de notifications:kinds.owner-changed.text": "The guide prefers words that are neutral in gender.",
  "de workspaces:handOver.text": "The guide prefers words that are neutral in gender.",
  "pl workspaces:join.text": "The title of the page names the workspace.",
  "pt video:chapters.usePlayhead": "A short button: the current position.",
  "pt video:captions.endHere": "A short button: end here.",
  "ru emails:notification.unsubscribe": "The link is in the notification: no such mails.",
};
