/** Environment variables for child processes: the search path for programs, but none of the server's secrets. */
export function programEnvironment(): Record<string, string> {
  const { PATH, SystemRoot } = process.env;
  return { PATH: PATH ?? "/usr/local/bin:/usr/bin:/bin", LANG: "C.UTF-8", ...(SystemRoot === undefined ? {} : { SystemRoot }) };
}
