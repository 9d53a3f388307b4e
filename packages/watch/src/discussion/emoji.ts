/** The emoji that counts as a like of a comment. */
export const LIKE = "👍";

/** Emoji of the picker, with the keys of their names (`discussion.emojiNames`). */
export const EMOJI = [
  ["👍", "thumbsUp"],
  ["❤️", "heart"],
  ["😂", "laugh"],
  ["🎉", "party"],
  ["😮", "wow"],
  ["😢", "sad"],
  ["🔥", "fire"],
  ["👀", "eyes"],
  ["🚀", "rocket"],
  ["💯", "hundred"],
  ["👏", "clap"],
  ["🤔", "thinking"],
  ["✅", "check"],
  ["❓", "question"],
  ["🙏", "thanks"],
  ["👋", "wave"],
] as const;
