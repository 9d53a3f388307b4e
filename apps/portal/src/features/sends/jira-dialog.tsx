import { isApiError } from "@stillreel/client";
import { toasts } from "@stillreel/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState, type FormEvent, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { fieldsQuery, type IssueFieldView, makeIssue, projectsQuery, sitesQuery, typesQuery } from "../../entities/sends/sends.queries.ts";
import { FindField } from "../../ui/find-field.tsx";
import { IssueFields } from "./issue-fields.tsx";
import { openAction, SendFoot, SendFrame, type SendProps, useConnection, useService } from "./send-frame.tsx";
import { AttachedNote, ChoiceField, choiceOf, type Choices, choose, TextFields, useEntered, useNoteChoices } from "./send-fields.tsx";
import styles from "./sends.module.css";

/** Number of projects that one request returns. */
const PROJECTS_SHOWN = 50;
/** Separates several choices of one field in the entered values. */
const SEPARATOR = "\n";

/** Creates an issue of the connected issue tracker from an item. */
export function JiraDialog(props: SendProps): ReactNode {
  const { item, onClose } = props;
  const { t } = useTranslation("sends");
  const make = useMutation(makeIssue);
  const [entered, set] = useEntered("jira", props, make.reset);
  const note = useNoteChoices("jira");
  const isConnected = useService("jira")?.status === "connected";
  const options = useOptions(entered, isConnected);
  const error = make.error ?? options.error;
  const connection = useConnection("jira", { item, values: entered, error });
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (make.isPending) return;
    const { siteId, projectId, typeId } = options;
    const fields = fieldValues(options.fields, entered);
    const { title = "", description = "" } = entered;
    make.mutate(
      {
        itemId: item.id,
        resourceId: choiceOf(siteId),
        projectId: choiceOf(projectId),
        issueTypeId: choiceOf(typeId),
        title,
        description,
        fields,
      },
      {
        onSuccess: ({ key, url, isAttached }) => {
          note({ siteId, projectId, typeId });
          toasts.show(t(isAttached ? "jira.made" : "jira.madeWithout", { key }), { tone: "done", ...openAction(t("jira.open"), url) });
          onClose();
        },
      },
    );
  };
  return (
    <SendFrame
      service="jira"
      title={t("jira.title")}
      item={item}
      account={connection.account}
      isTouched={(entered["description"] ?? "") !== ""}
      onClose={onClose}
    >
      {connection.notice}
      {connection.isReady && (
        <form onSubmit={handleSubmit} noValidate>
          <Options entered={entered} options={options} onChange={set} isTried={isApiError(make.error, "validation-failed")} />
          <TextFields entered={entered} onChange={set} error={make.error} />
          <IssueFields fields={options.fields} entered={entered} onChange={set} error={make.error} />
          <AttachedNote item={item} />
          <SendFoot error={error} isSending={make.isPending} submit={t("jira.submit")} onClose={onClose} />
        </form>
      )}
    </SendFrame>
  );
}

/** Returns the values of required fields for a request. */
const fieldValues = (fields: readonly IssueFieldView[], entered: Choices): Record<string, string | string[]> =>
  Object.fromEntries(
    fields.map(({ id, kind }) => {
      const value = entered[`field.${id}`] ?? "";
      return [id, kind === "choices" || kind === "words" ? value.split(SEPARATOR).filter(Boolean) : value];
    }),
  );

type Options = ReturnType<typeof useOptions>;

/** The choices of the form, each depending on the one before. A single choice is made already. */
function useOptions(entered: Choices, isConnected: boolean) {
  const [q, setQ] = useState("");
  const sites = useQuery({ ...sitesQuery, enabled: isConnected });
  const siteId = choose(sites.data, entered["siteId"]);
  const projects = useQuery(projectsQuery(siteId, q.trim()));
  const projectId = choose(projects.data, entered["projectId"], q !== "");
  const types = useQuery(typesQuery(siteId, projectId));
  const typeId = choose(types.data, entered["typeId"]);
  const fields = useQuery(fieldsQuery(siteId, projectId, typeId));
  const error = sites.error ?? projects.error ?? types.error ?? fields.error;
  return { q, setQ, sites, siteId, projects, projectId, types, typeId, fields: fields.data ?? [], error };
}

function Options({
  entered,
  options,
  onChange,
  isTried,
}: {
  entered: Choices;
  options: Options;
  onChange: (change: Choices) => void;
  /** Whether the form was sent without a choice. */
  isTried: boolean;
}): ReactNode {
  const { t } = useTranslation("sends");
  const { sites, siteId, projects, projectId, types, typeId } = options;
  const isMany = options.q !== "" || (projects.data?.length ?? 0) >= PROJECTS_SHOWN;
  const named = projects.data?.map(({ id, key, name }) => ({ id, name: `${name} (${key})` }));
  return (
    <>
      <div className={styles.pair}>
        <ChoiceField
          {...{ isTried }}
          hasFirstFocus
          label={t("jira.site")}
          prompt={sites.isPending ? t("loading") : t("jira.chooseSite")}
          value={siteId}
          list={sites.data}
          onChange={(next) => onChange({ siteId: next, projectId: "", typeId: "" })}
        />
        <ChoiceField
          {...{ isTried }}
          label={t("jira.project")}
          prompt={projects.isFetching ? t("loading") : t("jira.chooseProject")}
          value={projectId}
          list={named}
          isDisabled={siteId === ""}
          onChange={(next) => onChange({ projectId: next, typeId: "" })}
        />
      </div>
      {isMany && (
        <FindField
          className={styles.field ?? ""}
          value={options.q}
          onChange={options.setQ}
          label={t("jira.findProject")}
          autoComplete="off"
        />
      )}
      <ChoiceField
        {...{ isTried }}
        className={styles.field}
        label={t("jira.type")}
        prompt={types.isFetching ? t("loading") : t("jira.chooseType")}
        value={typeId}
        list={types.data}
        isDisabled={projectId === ""}
        onChange={(next) => onChange({ typeId: next, ...clearedFields(entered) })}
      />
    </>
  );
}

/** Returns empty values for the fields of another issue type. */
const clearedFields = (entered: Choices): Choices =>
  Object.fromEntries(
    Object.keys(entered)
      .filter((name) => name.startsWith("field."))
      .map((name) => [name, ""]),
  );
