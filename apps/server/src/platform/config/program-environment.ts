/** What programs that we start may know of our environment: where programs are, and nothing of our secrets. */
export function programEnvironment(): Record<string, string> {
  const { PATH, SystemRoot } = process.env;
  return { PATH: PATH ?? "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8", ...(SystemRoot === undefined ? {} : { SystemRoot }) };
}
