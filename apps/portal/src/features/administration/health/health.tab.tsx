import { Button } from "@mantine/core";
import { Chip, ICON } from "@stillreel/ui";
import { IconAlertTriangle, IconCircleCheck, IconCircleX, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { healthQuery, type HealthCheckView } from "../../../entities/administration/administration.queries.ts";
import { formatTime } from "../../../platform/format/format-date.ts";
import { setupQuery } from "../../../entities/administration/settings.queries.ts";
import { SetupCard } from "../../../ui/setup-card.tsx";
import text from "../../../ui/text-link.module.css";
import { ListState } from "../parts/list-state.tsx";
import { useNamedSection } from "../parts/use-named-section.ts";
import styles from "./health.module.css";

const STATES = {
  good: { tone: "ok", icon: IconCircleCheck },
  attention: { tone: "warn", icon: IconAlertTriangle },
  problem: { tone: "bad", icon: IconCircleX },
} as const;

/** Checks of the installation: what was measured, and how to correct it. Problems are first. */
export function HealthTab(): ReactNode {
  const { t, i18n } = useTranslation("administration");
  const health = useQuery(healthQuery(i18n.language));
  const setup = useQuery(setupQuery);
  useNamedSection(health.isSuccess && setup.isSuccess);
  return (
    <>
      <div className={styles.top}>
        <p className={styles.age} role="status">
          {health.isFetching
            ? t("health.checking")
            : health.data && t("health.checked", { time: formatTime(Date.parse(health.data.checkedAt), i18n.language) })}
        </p>
        <Button
          variant="default"
          leftSection={<IconRefresh {...ICON} />}
          aria-busy={health.isFetching}
          onClick={() => !health.isFetching && void health.refetch()}
        >
          {t("health.again")}
        </Button>
      </div>
      {setup.data?.steps.some(({ isDone }) => !isDone) && (
        <div className={styles.setup}>
          <SetupCard steps={setup.data.steps} />
        </div>
      )}
      <ListState query={health} isEmpty={false} empty={null}>
        <ul className={styles.list} aria-label={t("tabs.health")}>
          {health.data?.checks.map((check) => (
            <CheckRow key={check.id} check={check} />
          ))}
        </ul>
      </ListState>
    </>
  );
}

function CheckRow({ check: { id, state, measured, fix, article: target } }: { check: HealthCheckView }): ReactNode {
  const { t } = useTranslation("administration");
  const { tone, icon: StateIcon } = STATES[state];
  const [article = "", section = ""] = target.split("#", 2);
  return (
    <li className={styles.row} id={id}>
      <span>
        <Chip tone={tone} icon={<StateIcon size={14} stroke={2} aria-hidden="true" />}>
          {t(`health.states.${state}`)}
        </Chip>
      </span>
      <div className={styles.what}>
        <h2 className={styles.name} tabIndex={-1}>
          {t(`health.names.${id}`)}
        </h2>
        <p className={styles.measured}>{measured}</p>
        {fix !== null && <p className={styles.fix}>{fix}</p>}
        {state !== "good" && (
          <p className={styles.article}>
            <Link className={text.link} to="/help/$article" params={{ article }} hash={section}>
              {t("health.article", { name: t(`health.names.${id}`) })}
            </Link>
          </p>
        )}
      </div>
    </li>
  );
}
