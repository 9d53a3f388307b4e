// The form of commit titles: `type(scope): imperative title`, as CONTRIBUTING.md documents it.

const TYPES = ["feat", "fix", "perf", "refactor", "docs", "test", "build", "ci", "chore", "style", "revert"];
const TITLE = new RegExp(String.raw`^(?:${TYPES.join("|")})(?:\([a-z0-9][a-z0-9,/ -]*\))?!?: (?<text>\S.*)$`, "u");
const TITLE_MAX = 100;
/** Words that start a description instead of an instruction: "adds", "added", "adding". */
const NOT_IMPERATIVE =
  /^(?:add|fix|remov|mov|renam|chang|updat|mak|us|split|replac|show|allow|document|measur|record)(?:s|es|ed|d|ing)\b/iu;
const GENERATED = /^(?:Merge |Revert ")/u;

/** Returns why a commit title is refused, or null when it has the documented form. */
export function titleProblem(title) {
  if (GENERATED.test(title)) return null;
  const match = TITLE.exec(title);
  if (!match) return `must be \`type(scope): imperative title\` with one of the types ${TYPES.join(", ")}`;
  if (title.length > TITLE_MAX) return `must have at most ${TITLE_MAX} characters`;
  if (title.endsWith(".")) return "must not end with a full stop";
  if (NOT_IMPERATIVE.test(match.groups.text)) return "must start with a verb in the imperative: `add`, not `adds` or `added`";
  return null;
}
