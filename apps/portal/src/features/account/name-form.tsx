import { Button } from "@mantine/core";
import { NAME_MAX, updateUserData, type ClientResult, type getUserData } from "@stillreel/contract";
import { toasts, useForm } from "@stillreel/ui";
import { CountedInput } from "@stillreel/ui/mantine";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../platform/api.ts";
import settings from "../../ui/settings.module.css";
import { SettingsSection } from "../../ui/settings-section.tsx";
import { useFieldRules } from "../../ui/use-field-rules.ts";
import { accountKeys } from "../../entities/people/account.queries.ts";

/** The display name. */
export function NameForm({ user }: { user: ClientResult<typeof getUserData> }): ReactNode {
  const { t } = useTranslation(["account", "common"]);
  const queries = useQueryClient();
  const rules = useFieldRules();
  const form = useForm({ initial: { name: user.displayName }, rules: { name: rules.name } });
  const save = useMutation({
    mutationFn: (displayName: string) => client.call(updateUserData, { body: { displayName } }),
    meta: { failure: "updateName" },
    onSuccess: (next) => {
      queries.setQueryData(accountKeys.user, next);
      toasts.show(t("name.saved"), { tone: "done" });
    },
  });
  return (
    <SettingsSection title={t("name.title")} text={t("name.text")}>
      <form className={settings.line} noValidate onSubmit={form.submit((values) => !save.isPending && save.mutate(values.name))}>
        <CountedInput
          className={settings.grow}
          aria-label={t("name.title")}
          autoComplete="name"
          max={NAME_MAX}
          {...form.text("name")}
          onChange={(name) => form.set("name", name)}
        />
        <Button type="submit" variant="default" size="md" aria-busy={save.isPending}>
          {t("common:actions.save")}
        </Button>
      </form>
    </SettingsSection>
  );
}
