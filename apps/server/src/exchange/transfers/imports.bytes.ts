import { HEAD_BYTES } from "./imports.plan.ts";

/** Returns the first bytes of a stream and the complete stream. The caller must read `rest` or call `cancel`. */
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

/** Returns whether an error comes from the database: it has a five-character code, possibly wrapped by the query builder. */
export function isOfDatabase(error: unknown): boolean {
  const found = error as { code?: unknown; query?: unknown } | null;
  return typeof found === "object" && found !== null && (typeof found.query === "string" || /^[0-9A-Z]{5}$/u.test(String(found.code)));
}
