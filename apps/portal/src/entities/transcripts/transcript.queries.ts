import {
  getTranscript,
  putTranscript,
  suggest,
  transcribe,
  updatePreferences,
  type ClientArgs,
  type ClientResult,
} from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { accountKeys, preferencesQuery } from "../people/account.queries.ts";
import { client, queryClient } from "../../platform/api.ts";

export type Transcript = ClientResult<typeof getTranscript>;
export type Suggestions = ClientResult<typeof suggest>;

/** Interval in milliseconds at which a transcript that is being written is read again, in case an event was lost. */
const WRITING_MS = 5_000;

const transcriptKey = (itemId: string) => ["items", "transcript", itemId] as const;

export const isWriting = ({ state }: Transcript): boolean => state === "queued" || state === "running";

/** The transcript of a video, for callers who may change it. It is read again wherever it appears: edits of the video change its times. */
export const transcriptQuery = (itemId: string) =>
  queryOptions({
    queryKey: transcriptKey(itemId),
    queryFn: ({ signal }) => client.call(getTranscript, { params: { itemId } }, { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isWriting(state.data) ? WRITING_MS : false),
  });

export const refreshTranscript = (itemId: string): Promise<void> => queryClient.invalidateQueries({ queryKey: transcriptKey(itemId) });

/** Queues the writing of a transcript. @throws ApiError */
export async function writeTranscript(itemId: string, language: string | null): Promise<void> {
  await client.call(transcribe, { params: { itemId }, body: language === null ? {} : { language } });
  await refreshTranscript(itemId);
}

/** Saves corrected segments. @throws ApiError `edit-conflict` */
export async function saveTranscript(itemId: string, body: ClientArgs<typeof putTranscript>["body"]): Promise<void> {
  queryClient.setQueryData(transcriptKey(itemId), await client.call(putTranscript, { params: { itemId }, body }));
}

/** Asks for suggestions. @throws ApiError */
export const loadSuggestions = (itemId: string): Promise<Suggestions> => client.call(suggest, { params: { itemId }, body: {} });

/** A service that receives data. */
export interface Receiver {
  kind: "speech" | "chat";
  host: string;
}

const noticeOf = ({ kind, host }: Receiver): string => `${kind}:${host}`;

/** Returns whether the user has permitted before that data is sent to a service. */
export async function isPermitted(receiver: Receiver): Promise<boolean> {
  const { dataNotices } = await queryClient.ensureQueryData(preferencesQuery);
  return dataNotices.includes(noticeOf(receiver));
}

/** Stores that the user permits it. @throws ApiError */
export async function permit(receiver: Receiver): Promise<void> {
  const { dataNotices } = await queryClient.ensureQueryData(preferencesQuery);
  const body = { dataNotices: [...new Set([...dataNotices, noticeOf(receiver)])] };
  queryClient.setQueryData(accountKeys.preferences, await client.call(updatePreferences, { body }));
}
