/** The like of a comment. */
export const LIKE = "👍";

/** What the picker offers, with the keys of their names (`discussion.emojiNames`). */
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
