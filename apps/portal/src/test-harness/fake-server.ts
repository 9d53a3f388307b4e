import { toasts } from "@stillreel/ui";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { client, queryClient } from "../platform/api.ts";
import { startInEnglish } from "./start-in-english.ts";

/** Request of a route. */
export interface Question {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** Responses by route id: a value, an error, or a function that returns either. */
export type Answers = Record<string, unknown>;

/** The fake server of a test. */
export interface FakeServer {
  /** Requests since the start of the test. */
  calls: ({ id: string; method: string } & Question)[];
  /** Responses; a route without one returns an empty object. */
  answers: Answers;
  /** Returns the bodies that were sent to a route. */
  sent(id: string): unknown[];
}

/**
 * Replaces the server by a fake for every test of a file, in English, without stored state of previous tests; the page is cleared
 * after each. Call it once at the top of the file.
 * @param usual responses at the start of each test
 */
export function fakeServer(usual: () => Answers = () => ({})): FakeServer {
  const server: FakeServer = {
    calls: [],
    answers: {},
    sent: (id) => server.calls.filter((call) => call.id === id).map(({ body }) => body),
  };
  beforeAll(startInEnglish);
  beforeEach(() => {
    server.calls = [];
    server.answers = usual();
    queryClient.clear();
    vi.spyOn(client, "call").mockImplementation((async ({ id, method }: { id: string; method: string }, question: Question = {}) => {
      server.calls.push({ id, method, ...question });
      const given = server.answers[id] ?? {};
      const answer: unknown = typeof given === "function" ? await given(question) : given;
      if (answer instanceof Error) throw answer;
      return answer;
    }) as unknown as typeof client.call);
  });
  afterEach(() => {
    cleanup();
    toasts.dismiss();
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  return server;
}
