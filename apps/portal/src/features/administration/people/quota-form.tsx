import { Button, TextInput } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { toasts } from "@stillreel/ui";
import { useMutation } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { changePerson, type PersonDetails } from "../../../entities/administration/people.queries.ts";
import { errorText } from "../../../platform/api.ts";
import { formatBytes } from "../../../platform/format/format-bytes.ts";
import styles from "./person-drawer.module.css";
import { bytesOf, gigabytesOf, kindOf, type QuotaKind } from "./quota.plan.ts";
import { SelectField } from "../../../ui/select-field.tsx";

/** Returns the chosen quota, or undefined when the number cannot be read. */
function chosenQuota(kind: QuotaKind, typed: string): number | null | undefined {
  if (kind === "default") return null;
  return kind === "unlimited" ? 0 : (bytesOf(typed) ?? undefined);
}

/** Quota of an account: the default of the installation, unlimited, or an own number of gigabytes. */
export function QuotaForm({ person }: { person: PersonDetails }): ReactNode {
  const { t } = useTranslation("administration");
  const { t: common } = useTranslation();
  const { id, quota, displayName } = person;
  const [kind, setKind] = useState(kindOf(quota));
  const before = kindOf(quota) === "own" ? gigabytesOf(quota ?? 0) : "";
  const [typed, setTyped] = useState(before);
  const [isUnreadable, setUnreadable] = useState(false);
  const change = useMutation({
    mutationFn: (to: number | null) => changePerson(id, { quota: to }),
    meta: { handles: ["quota-below-use"] },
    onSuccess: () => toasts.show(t("people.quotaSaved", { name: displayName }), { tone: "done" }),
  });
  const chosen = chosenQuota(kind, typed);
  // A small quota is not exactly what its field shows.
  const isChanged = kind !== kindOf(quota) || (kind === "own" && typed !== before);
  const save = (event: FormEvent): void => {
    event.preventDefault();
    setUnreadable(chosen === undefined);
    if (chosen !== undefined && !change.isPending) change.mutate(chosen);
  };
  const problem = isUnreadable
    ? t("people.quotaUnreadable")
    : isApiError(change.error, "quota-below-use")
      ? t("people.quotaBelowUse", { used: formatBytes(person.usedBytes, common) })
      : change.error && errorText(change.error);
  return (
    <form className={styles.quota} onSubmit={save}>
      <SelectField
        label={t("people.quota")}
        value={kind}
        onChange={(to) => {
          setKind(to);
          setUnreadable(false);
          change.reset();
        }}
        choices={(["default", "unlimited", "own"] as const).map((value) => ({ value, label: t(`people.quotaKinds.${value}`) }))}
      />
      {kind === "own" && (
        <TextInput
          label={t("people.gigabytes")}
          inputMode="decimal"
          value={typed}
          error={problem || undefined}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setUnreadable(false);
          }}
        />
      )}
      {isChanged && (
        <Button type="submit" variant="default" aria-busy={change.isPending}>
          {t("people.saveQuota")}
        </Button>
      )}
    </form>
  );
}
