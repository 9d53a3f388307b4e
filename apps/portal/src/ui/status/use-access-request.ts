import { createAccessRequest, getOwnAccessRequest, type AccessLevel } from "@stillreel/contract";
import { queryOptions, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef } from "react";
import { client } from "../../platform/api.ts";
import { onLive } from "../../platform/live/live-events.ts";

/** What access is requested to. The id of a link is its slug. */
export interface AccessTarget {
  type: "item" | "folder" | "link";
  id: string;
}

const ownQuery = (target: AccessTarget) =>
  queryOptions({
    queryKey: ["access-requests", "own", target.type, target.id] as const,
    queryFn: ({ signal }) => client.call(getOwnAccessRequest, { query: { ...target } }, { signal }),
    staleTime: 0,
  });

interface Options {
  level: AccessLevel;
  /** Called when the user can open the target, with the path of its page. */
  onOpen?: (url: string) => void;
  /** Called when the access request was answered. */
  onAnswered?: () => void;
  /** Whether an earlier access request is read. Otherwise only one of this page is known. */
  isRead?: boolean;
  /** Whether the user can ask at all. */
  isOn?: boolean;
}

/** The user's access request for a target: whether they asked, and the function to ask. The page follows the answer without a reload. */
export function useAccessRequest(target: AccessTarget, { level, onOpen, onAnswered, isRead = true, isOn = true }: Options) {
  const queries = useQueryClient();
  const query = ownQuery(target);
  const { data, isPending } = useQuery({ ...query, enabled: isRead && isOn });
  const send = useMutation({
    mutationFn: () => client.call(createAccessRequest, { body: { ...target, level } }),
    onSuccess: (own) => queries.setQueryData(query.queryKey, own),
  });
  // Who asked to edit also asked to view.
  const isAsked = data?.requestedAt != null && (data.level === level || level === "view");
  const readAgain = useEffectEvent(() => void queries.invalidateQueries({ queryKey: query.queryKey }));
  const readNow = useEffectEvent(() => void queries.fetchQuery(query));
  useEffect(() => {
    if (!isAsked && !isRead) return undefined;
    return onLive(({ type }) => {
      if (type !== "notifications" && type !== "reset") return;
      if (isRead) readAgain();
      else readNow();
    });
  }, [isAsked, isRead]);
  const wasAsked = useRef(false);
  const answered = useEffectEvent(() => onAnswered?.());
  useEffect(() => {
    if (wasAsked.current && !isAsked) answered();
    wasAsked.current = isAsked;
  }, [isAsked]);
  const url = data?.url ?? null;
  const open = useEffectEvent((path: string) => onOpen?.(path));
  useEffect(() => {
    if (url !== null) open(url);
  }, [url]);
  return { isAsked, isLoading: isRead && isPending, isSending: send.isPending, ask: () => send.mutate() };
}
