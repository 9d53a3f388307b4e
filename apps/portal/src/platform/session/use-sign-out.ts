import { logout } from "@stillreel/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { client } from "../api.ts";

const cleanups = new Set<() => Promise<void>>();

/** Registers a task that deletes what this browser stores of the user when they sign out. */
export function onSignOut(cleanup: () => Promise<void>): void {
  cleanups.add(cleanup);
}

/** Ends the session on the server, deletes the local data of the user, and shows the login page (with a link back to `next`, if given). */
export function useSignOut(): { signOut: (next?: string) => void; isPending: boolean } {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: (_next?: string) => client.call(logout),
    onSuccess: async (_data, next) => {
      await Promise.all([...cleanups].map((cleanup) => cleanup()));
      await navigate({ to: "/auth/login", search: { next } });
      queries.clear();
    },
  });
  return { signOut: mutate, isPending };
}
