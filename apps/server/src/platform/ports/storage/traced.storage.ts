import { inSpan, isTracing } from "../../tracing/spans.ts";
import type { Storage, StorageParts } from "../storage.port.ts";

/** Operations of a store that are recorded. Their keys and addresses are not: they open private files. */
const OPERATIONS = ["put", "adopt", "get", "stat", "delete", "copy", "check", "sweepUnfinished"] as const;
const PART_OPERATIONS = ["begin", "put", "list", "copy", "complete", "abort"] as const;

/** Returns an object whose given operations are recorded. */
function traced<T extends Storage | StorageParts>(target: T, operations: readonly (keyof T & string)[], kind: string): T {
  const replaced = operations.map((name) => {
    const operation = (target[name] as (...args: unknown[]) => Promise<unknown>).bind(target);
    const span = { name: `store ${name}`, kind: "client", attributes: { "stillreel.store": kind, "stillreel.operation": name } } as const;
    return [name, (...args: unknown[]) => inSpan(span, () => operation(...args))];
  });
  return { ...target, ...(Object.fromEntries(replaced) as Partial<T>) };
}

/** Returns a store whose operations are parts of traces; the store itself when nothing is recorded. */
export function tracedStorage(storage: Storage, kind: "disk" | "s3"): Storage {
  if (!isTracing()) return storage;
  const parts = storage.parts && traced(storage.parts, PART_OPERATIONS, kind);
  return { ...traced(storage, OPERATIONS, kind), parts };
}
