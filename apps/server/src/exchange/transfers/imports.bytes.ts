import { HEAD_BYTES } from "./imports.plan.ts";

/** The first bytes of a stream, and the whole stream all the same. Either `rest` is read or `cancel` is called. */
export async function peek(source: AsyncGenerator<Uint8Array, void, undefined>) {
  const first: Uint8Array[] = [];
  let head = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const { value, done } = await source.next();
    if (done) break;
    first.push(value);
    head = Buffer.concat([head, value.subarray(0, HEAD_BYTES)]);
  }
  async function* whole(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* first;
    yield* source;
  }
  return { head, rest: whole(), cancel: () => source.return() };
}

/** Did the database say it? Its errors carry a code of five characters, or come wrapped by the query builder. */
export function isOfDatabase(error: unknown): boolean {
  const found = error as { code?: unknown; query?: unknown } | null;
  return typeof found === "object" && found !== null && (typeof found.query === "string" || /^[0-9A-Z]{5}$/u.test(String(found.code)));
}
