import { AsyncLocalStorage } from "node:async_hooks";

/** Facts about an operation: names of the program, counts and codes. Never values of users. */
export type Attributes = Readonly<Record<string, string | number | boolean>>;

/** An operation whose time is measured. */
export interface OpenSpan {
  /** Its W3C trace context, for the programs that it calls and for the jobs that it creates. */
  readonly traceparent: string;
  set(attributes: Attributes): void;
  /** Marks it as failed. @param kind a code or the name of a class, never a message */
  fail(kind: string): void;
  end(): void;
}

/** The start of an operation. */
export interface SpanStart {
  name: string;
  kind: "server" | "client" | "consumer" | "internal";
  attributes?: Attributes;
}

/** Records operations. A parent that is a text is a W3C trace context of another process; one of another form is ignored. */
export interface Tracer {
  start(span: SpanStart, parent: OpenSpan | string | undefined): OpenSpan;
}

let tracer: Tracer | undefined;
const current = new AsyncLocalStorage<OpenSpan>();

/** Sets what records the operations of this process. Without it, no function of this file has an effect. */
export const setTracer = (next: Tracer | undefined): void => {
  tracer = next;
};

/** Whether operations are recorded. */
export const isTracing = (): boolean => tracer !== undefined;

/** Returns the W3C trace context of the running operation, if one is recorded. */
export const currentTraceparent = (): string | undefined => current.getStore()?.traceparent;

/** Starts an operation that no recorded one contains, such as a request or a job. @param from trace context of the process that asked for it */
export const startRootSpan = (span: SpanStart, from?: string): OpenSpan | undefined => tracer?.start(span, from);

/** Starts a part of the running operation. Without a running operation, nothing is recorded. */
export function startSpan(span: SpanStart): OpenSpan | undefined {
  const parent = current.getStore();
  return parent && tracer?.start(span, parent);
}

/** Runs code as a part of an operation. */
export const within = <T>(span: OpenSpan, work: () => T): T => current.run(span, work);

/** Returns the code or class of an error. Messages can have values of users, so they are not recorded. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const { code } = error as { code?: unknown };
  return typeof code === "string" && /^[\w-]{1,40}$/u.test(code) ? code : error.constructor.name;
}

/** Runs work as an operation and ends it with the work. */
export async function measured<T>(span: OpenSpan | undefined, work: () => Promise<T>): Promise<T> {
  if (!span) return work();
  try {
    return await within(span, work);
  } catch (error) {
    span.fail(errorKind(error));
    throw error;
  } finally {
    span.end();
  }
}

/** Runs work as a part of the running operation. */
export const inSpan = <T>(span: SpanStart, work: () => Promise<T>): Promise<T> => measured(startSpan(span), work);
