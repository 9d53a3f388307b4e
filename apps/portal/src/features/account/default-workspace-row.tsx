import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { workspacesQuery } from "../../entities/spaces/spaces.queries.ts";
import { ChoiceMenu } from "./capture-preferences.tsx";
import { SettingRow } from "./settings-frame.tsx";

/** Menu value of the personal library. */
const PERSONAL = "personal";

/** The workspace where the portal opens and new captures go. Nothing for users without a workspace. */
export function DefaultWorkspaceRow({ value, onChoose }: { value: string | null; onChoose: (id: string | null) => void }): ReactNode {
  const { t } = useTranslation("account");
  const { data: workspaces = [] } = useQuery(workspacesQuery);
  if (workspaces.length === 0) return null;
  const label = t("preferences.defaultWorkspace");
  return (
    <SettingRow label={label} hint={t("preferences.defaultWorkspaceText")}>
      <ChoiceMenu
        label={label}
        value={value ?? PERSONAL}
        choices={[{ value: PERSONAL, label: t("preferences.personal") }, ...workspaces.map(({ id, name }) => ({ value: id, label: name }))]}
        onChoose={(chosen) => onChoose(chosen === PERSONAL ? null : chosen)}
      />
    </SettingRow>
  );
}
