import { toasts } from "@stillreel/ui";
import { cleanup } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, vi } from "vitest";
import { client, queryClient } from "../platform/api.ts";
import { startInEnglish } from "./start-in-english.ts";

/** What a route is asked with. */
export interface Question {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

/** What a route answers by its id: a value, an error that it is refused with, or a function that gives either. */
export type Answers = Record<string, unknown>;

/** The server as the portal sees it, in a test. */
export interface FakeServer {
  /** What it was asked since the test began. */
  calls: ({ id: string; method: string } & Question)[];
  /** What it answers; a route that is not named answers with an empty object. */
  answers: Answers;
  /** The bodies that a route was sent. */
  sent(id: string): unknown[];
}

/**
 * Puts a fake in the place of the server for every test of a file, in English, with nothing remembered of the test before;
 * after each the page is empty again. To be called once at the top of the file.
 * @param usual what it answers at the beginning of each test
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
