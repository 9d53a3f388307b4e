import { useMutation } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { changePerson, type PersonDetails } from "../../../entities/administration/people.queries.ts";
import { offerUndo } from "../../../entities/undo/undo.ts";
import { SelectField } from "../../../ui/select-field.tsx";

interface RoleChange {
  from: PersonDetails["role"];
  to: PersonDetails["role"];
}

/** Role of an account in the installation. It applies immediately and can be undone. */
export function RoleSelect({ person }: { person: PersonDetails }): ReactNode {
  const { t } = useTranslation("administration");
  const { t: common } = useTranslation();
  const { id, displayName, role } = person;
  const change = useMutation({
    mutationFn: ({ to }: RoleChange) => changePerson(id, { role: to }),
    onSuccess: (_person, { from, to }) => {
      const text = t("people.roleChanged", { name: displayName, role: t(`people.roles.${to}`) });
      offerUndo(text, common("actions.undo"), async () => void (await changePerson(id, { role: from }).catch(() => undefined)));
    },
  });
  return (
    <SelectField
      label={t("people.role")}
      hint={t(`people.roleHints.${role}`)}
      value={change.isPending ? change.variables.to : role}
      onChange={(to) => change.mutate({ from: role, to })}
      choices={[
        { value: "user", label: t("people.roles.user") },
        { value: "admin", label: t("people.roles.admin") },
      ]}
    />
  );
}
