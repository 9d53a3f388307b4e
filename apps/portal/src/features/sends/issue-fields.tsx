import { Checkbox, NativeSelect, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { IssueFieldView } from "../../entities/sends/sends.queries.ts";
import { type Choices, fieldProblem } from "./send-fields.tsx";
import styles from "./sends.module.css";

interface Props {
  entered: Choices;
  onChange: (change: Choices) => void;
  error: unknown;
}

/** The fields that an issue type requires. Fields that only the issue tracker can fill are named. */
export function IssueFields({ fields, ...rest }: Props & { fields: readonly IssueFieldView[] }): ReactNode {
  const { t } = useTranslation("sends");
  const others = fields.filter(({ kind }) => kind === "other").map(({ name }) => name);
  return (
    <>
      {fields.map((field) => (
        <OneField key={field.id} field={field} {...rest} />
      ))}
      {others.length > 0 && <p className={styles.hint}>{t("jira.others", { names: others.join(", ") })}</p>}
    </>
  );
}

function OneField({ field, entered, onChange, error }: Props & { field: IssueFieldView }): ReactNode {
  const { t } = useTranslation("sends");
  const name = `field.${field.id}`;
  const value = entered[name] ?? "";
  const common = { className: styles.field, label: field.name, error: fieldProblem(error, `fields.${field.id}`) };
  const set = (next: string): void => onChange({ [name]: next });
  if (field.kind === "other") return null;
  if (field.kind === "choice")
    return (
      <NativeSelect
        {...common}
        value={value}
        data={[{ value: "", label: t("jira.choose") }, ...field.options.map((option) => ({ value: option.id, label: option.name }))]}
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  if (field.kind === "choices") {
    const chosen = value.split("\n").filter(Boolean);
    return (
      <Checkbox.Group {...common} value={chosen} onChange={(next) => set(next.join("\n"))}>
        <div className={styles.recent}>
          {field.options.map((option) => (
            <Checkbox key={option.id} value={option.id} label={option.name} />
          ))}
        </div>
      </Checkbox.Group>
    );
  }
  if (field.kind === "words")
    return (
      <TextInput
        {...common}
        description={t("jira.words")}
        value={value.replaceAll("\n", " ")}
        onChange={(event) => set(event.currentTarget.value.replaceAll(" ", "\n"))}
      />
    );
  return (
    <TextInput
      {...common}
      type={field.kind === "date" ? "date" : "text"}
      inputMode={field.kind === "number" ? "decimal" : "text"}
      value={value}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
