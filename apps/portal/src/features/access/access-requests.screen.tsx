import { Button } from "@mantine/core";
import { isApiError } from "@stillreel/client";
import { Avatar, EmptyState, InFrame, toasts } from "@stillreel/ui";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link, useParams } from "@tanstack/react-router";
import { useEffect, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import {
  type AccessRequestView,
  accessRequestsQuery,
  answerRequest,
  followAccessRequests,
  type LinkGuestView,
  removeGuest,
  type SharedSubject,
} from "../../entities/access-requests/access-requests.queries.ts";
import { Screen } from "../../ui/screen.tsx";
import { AskAccessScreen } from "../../ui/status/ask-access.screen.tsx";
import { Failure } from "../../ui/status/failure.tsx";
import styles from "./access-requests.module.css";

/** Page of the access requests for an item or folder. Users who may not answer them, and visitors of a link, can ask for access. */
export function AccessRequestsScreen(): ReactNode {
  const { type = "", id = "" } = useParams({ strict: false });
  if (type === "item" || type === "folder") return <Requests key={id} subject={{ type, id }} />;
  return <Ask target={{ type: "link", id }} />;
}

/** The page that asks for access, inside the frame of the portal. */
const Ask = ({ target }: { target: Parameters<typeof AskAccessScreen>[0]["target"] }): ReactNode => (
  <InFrame value>
    <AskAccessScreen target={target} />
  </InFrame>
);

function Requests({ subject }: { subject: SharedSubject }): ReactNode {
  const { t } = useTranslation("access");
  const { data, error, refetch } = useQuery(accessRequestsQuery(subject));
  useEffect(followAccessRequests, []);
  if (isApiError(error, "not-found", "forbidden")) return <Ask target={subject} />;
  if (error && !data)
    return (
      <InFrame value>
        <Failure error={error} reset={() => void refetch()} />
      </InFrame>
    );
  if (!data) return <div aria-busy="true" />;
  const open = (
    <Button variant="default" component={Link} to={data.url}>
      {t("requests.open")}
    </Button>
  );
  return (
    <Screen title={t("requests.title")} tabTitle={`${t("requests.title")} - ${data.title}`} actions={open}>
      <p className={styles.subject}>
        <bdi>{data.title}</bdi>
      </p>
      {data.requests.length === 0 ? (
        <EmptyState title={t("requests.none")} text={null} />
      ) : (
        <ul className={styles.list} aria-label={t("requests.title")}>
          {data.requests.map((request) => (
            <RequestRow key={request.id} request={request} />
          ))}
        </ul>
      )}
      {data.guests.length > 0 && <Guests subject={subject} guests={data.guests} />}
    </Screen>
  );
}

function Person({ person, children }: { person: AccessRequestView["person"]; children: ReactNode }): ReactNode {
  return (
    <>
      <Avatar name={person.displayName} src={person.photoURL} size={36} />
      <span className={styles.person}>
        <span>
          <bdi className={styles.name}>{person.displayName}</bdi> {children}
        </span>
        <bdi className={styles.email} dir="ltr">
          {person.email}
        </bdi>
      </span>
    </>
  );
}

/** One access request with its answers. The first one is what the person asked for, if the user can give it. */
function RequestRow({ request: { id, person, level, levels } }: { request: AccessRequestView }): ReactNode {
  const { t } = useTranslation("access");
  const { mutate, isPending, variables } = useMutation(answerRequest);
  const name = person.displayName;
  const give = (answer: (typeof levels)[number] | "decline"): void =>
    mutate(
      { requestId: id, answer },
      { onSuccess: () => toasts.show(t(answer === "decline" ? "requests.declined" : "requests.given", { name }), { tone: "done" }) },
    );
  const ordered = levels.toSorted((one, other) => Number(other === level) - Number(one === level));
  return (
    <li className={styles.row}>
      <Person person={person}>{t(`requests.wants.${level}`)}</Person>
      <span className={styles.answers}>
        {ordered.map((answer, at) => (
          <Button
            key={answer}
            variant={at === 0 ? "filled" : "default"}
            loading={isPending && variables.answer === answer}
            disabled={isPending}
            aria-label={`${t(`requests.give.${answer}`)}: ${name}`}
            onClick={() => give(answer)}
          >
            {t(`requests.give.${answer}`)}
          </Button>
        ))}
        <Button variant="subtle" disabled={isPending} aria-label={`${t("requests.decline")}: ${name}`} onClick={() => give("decline")}>
          {t("requests.decline")}
        </Button>
      </span>
      {level === "edit" && !levels.includes("edit") && <p className={styles.hint}>{t("requests.byLink")}</p>}
    </li>
  );
}

/** The people whom the link opens for by name, with the end of their access. */
function Guests({ subject, guests }: { subject: SharedSubject; guests: LinkGuestView[] }): ReactNode {
  const { t } = useTranslation("access");
  const { mutate, isPending } = useMutation(removeGuest(subject));
  return (
    <section>
      <h2 className={styles.heading}>{t("requests.guests")}</h2>
      <ul className={styles.list}>
        {guests.map(({ person, level }) => (
          <li key={person.id} className={styles.row}>
            <Person person={person}>{t(`requests.may.${level}`)}</Person>
            <span className={styles.answers}>
              <Button
                variant="default"
                disabled={isPending}
                onClick={() =>
                  mutate(person.id, {
                    onSuccess: () => toasts.show(t("requests.removed", { name: person.displayName }), { tone: "done" }),
                  })
                }
              >
                {t("requests.remove", { name: person.displayName })}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
