/** Returns the first line of standard input. The process ends with its parent, because the input closes. */
export async function firstLine(): Promise<string> {
  let text = "";
  process.stdin.setEncoding("utf8");
  return new Promise((resolve) => {
    process.stdin.on("data", (chunk: string) => {
      text += chunk;
      const end = text.indexOf("\n");
      if (end >= 0) resolve(text.slice(0, end));
    });
    process.stdin.on("end", () => process.exit(1));
  });
}
