// Finds words that the English texts of the product no longer use. The words that replace them are in docs/glossary.md.

/** Retired words with their replacement, and the texts in which they stay: empty states, or sentences that a requirement fixes. */
const RETIRED = [
  // As an adverb the word stays: "It is still uploading."
  { word: /\bstills\b|(?:\b(?:a|the|this|no|one|first)|\}\}) still\b/iu, use: "image", allowed: /^library:empty\.images\./u },
  { word: /\breels?\b/iu, use: "video", allowed: /^library:empty\.videos\./u },
  { word: /\bpictures?\b/iu, use: "image", allowed: /^watch:player\.pictureInPicture$/u },
  { word: /\bmachines?\b/iu, use: "device" },
  // One form of quotation marks and apostrophes.
  { word: /[“”‘’]/u, use: "straight quotation marks" },
  { word: /\btake-?outs?\b/iu, use: "export" },
  { word: /\bgo(?:es)? on\b/iu, use: "resume, continue" },
  {
    word: /\blog (?:in|out)\b/iu,
    use: "sign in, sign out",
    allowed: /^errors:(?:unauthenticated|sign-in-to-|drive-sign-in-failed)|^extension:saving\.failures\.signIn$/u,
  },
  { word: /\b(?:somebody|anybody|everybody|nobody|whoever)\b/iu, use: "someone, anyone, everyone, no one" },
  { word: /\bfor good\b/iu, use: "permanently" },
  { word: /\bmeanwhile\b/iu, use: "(nothing)" },
  { word: /\bby itself\b/iu, use: "automatically" },
];

/** Yields `[namespace:key, text]` for every text of a namespace. */
function* textsOf(namespace, value, keys = []) {
  if (typeof value === "string") yield [`${namespace}:${keys.join(".")}`, value];
  else for (const [key, inner] of Object.entries(value)) yield* textsOf(namespace, inner, [...keys, key]);
}

/** Returns one line per retired word in the texts of these namespaces. */
export function retiredWords(namespaces) {
  const found = [];
  for (const [namespace, texts] of Object.entries(namespaces))
    for (const [key, text] of textsOf(namespace, texts))
      for (const { word, use, allowed } of RETIRED) {
        const hit = word.exec(text)?.[0];
        if (hit !== undefined && !allowed?.test(key)) found.push(`The text ${key} has the word "${hit}". Use: ${use}.`);
      }
  return found;
}
