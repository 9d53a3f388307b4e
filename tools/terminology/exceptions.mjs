// Uses of banned words that are correct. Each one has a reason; an exception that nothing needs is an error.
// `name` is an exact identifier, file or class name; `word` is a banned word; `under` is a path prefix.
export const EXCEPTIONS = [{ name: "keepAlive", reason: "option of Node's HTTP agent" }];
