import { Button } from "@mantine/core";
import { createWorkspace, NAME_MAX } from "@stillreel/contract";
import { ICON, toasts, useForm } from "@stillreel/ui";
import { CountedInput } from "@stillreel/ui/mantine";
import { IconMail } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client, queryClient, refusalText } from "../../platform/api.ts";
import { noteWorkspaces } from "../../entities/spaces/space-ref.ts";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import styles from "./create-workspace.module.css";
import { TeamArt } from "./teams/team-art.tsx";

/** Explains workspaces and creates one, which opens immediately. */
export function CreateWorkspace({ hasFocus = false }: { hasFocus?: boolean }): ReactNode {
  const { t } = useTranslation("workspaces");
  const navigate = useNavigate();
  const form = useForm({
    initial: { name: "" },
    rules: { name: (value) => (value.trim() === "" ? t("problems.name") : undefined) },
  });
  const create = useMutation({
    mutationFn: (name: string) => client.call(createWorkspace, { query: { name } }),
    meta: { handles: "all" },
    onError: (error) => form.fail("name", refusalText(error)),
    onSuccess: async (workspace) => {
      noteWorkspaces([workspace.id]);
      const { members: _members, teams: _teams, ...head } = workspace;
      queryClient.setQueryData(workspacesQuery.queryKey, (known) => known && [...known, head]);
      void queryClient.invalidateQueries({ queryKey: workspacesQuery.queryKey, exact: true });
      await navigate({ to: "/w/$workspaceId/overview", params: { workspaceId: workspace.id } });
      toasts.show(t("create.done", { name: workspace.name }), { tone: "done" });
    },
  });
  return (
    <div className={styles.page}>
      <div className={styles.say}>
        <h2 className={styles.title}>{t("create.title")}</h2>
        <p className={styles.text}>{t("create.text")}</p>
        <form className={styles.form} noValidate onSubmit={form.submit(({ name }) => !create.isPending && create.mutate(name.trim()))}>
          <CountedInput
            size="lg"
            autoFocus={hasFocus}
            label={t("create.name")}
            placeholder={t("create.example")}
            autoComplete="organization"
            dir="auto"
            max={NAME_MAX}
            {...form.text("name")}
            onChange={(name) => form.set("name", name)}
          />
          <Button type="submit" size="lg" aria-busy={create.isPending}>
            {t("create.submit")}
          </Button>
        </form>
        <p className={styles.hint}>
          <IconMail {...ICON} />
          {t("create.invited")}
        </p>
      </div>
      <TeamArt />
    </div>
  );
}
