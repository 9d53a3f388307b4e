import { logout } from "@stillreel/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { client } from "../api.ts";
import { dropAllDrafts } from "../../entities/annotation-drafts/annotation-drafts.ts";

/** Ends this session on the server, forgets what it read and drew, and shows the login page (with a way back to `next`, if given). */
export function useSignOut(): { signOut: (next?: string) => void; isPending: boolean } {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, isPending } = useMutation({
    mutationFn: (_next?: string) => client.call(logout),
    onSuccess: async (_data, next) => {
      await dropAllDrafts();
      await navigate({ to: "/auth/login", search: { next } });
      queries.clear();
    },
  });
  return { signOut: mutate, isPending };
}
