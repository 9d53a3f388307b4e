import { answerAccessRequest, type ClientArgs, type ClientResult, listAccessRequests, removeLinkGuest } from "@stillreel/contract";
import { queryOptions } from "@tanstack/react-query";
import { client, queryClient } from "../../platform/api.ts";
import { onLive } from "../../platform/live/live-events.ts";

/** An item or folder that access is requested to. */
export interface SharedSubject {
  type: "item" | "folder";
  id: string;
}

type Requests = ClientResult<typeof listAccessRequests>;
export type AccessRequestView = Requests["requests"][number];
export type LinkGuestView = Requests["guests"][number];
export type AccessAnswer = ClientArgs<typeof answerAccessRequest>["body"]["answer"];

const ALL = ["access-requests", "open"] as const;

/** Open access requests for an item or folder, and the people who can open its link by name. For users who may share it. */
export const accessRequestsQuery = ({ type, id }: SharedSubject) =>
  queryOptions({
    queryKey: [...ALL, type, id] as const,
    queryFn: ({ signal }) => client.call(listAccessRequests, { query: { type, id } }, { signal }),
    staleTime: 0,
  });

const refresh = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ALL });

/** Reads the shown access requests again when a notification arrives. Returns a function that ends this. */
export const followAccessRequests = (): (() => void) =>
  onLive(({ type }) => {
    if (type === "notifications" || type === "reset") void refresh();
  });

/** Answers an access request. A refused answer may mean that another user was faster. */
export const answerRequest = {
  mutationFn: ({ requestId, answer }: { requestId: string; answer: AccessAnswer }) =>
    client.call(answerAccessRequest, { params: { requestId }, body: { answer } }),
  onSettled: refresh,
};

/** Ends the access of a person to the link. */
export const removeGuest = (subject: SharedSubject) => ({
  mutationFn: (userId: string) => client.call(removeLinkGuest, { params: { userId }, query: { ...subject } }),
  onSettled: refresh,
});
