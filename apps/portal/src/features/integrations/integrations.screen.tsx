import { Button } from "@mantine/core";
import { Chip, ICON } from "@stillreel/ui";
import { IconAlertTriangle, IconCheck, IconPlugConnected } from "@tabler/icons-react";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { integrationsQuery, visitService, type IntegrationView } from "../../entities/integrations/integrations.queries.ts";
import { userQuery } from "../../platform/session/user.queries.ts";
import { Screen } from "../../ui/screen.tsx";
import { ServiceMark } from "../../ui/service-mark.tsx";
import textLink from "../../ui/text-link.module.css";
import { DisconnectDialog } from "./disconnect-dialog.tsx";
import styles from "./integrations.module.css";
import { useVisitResult } from "./use-visit-result.ts";

/** Page to which a service returns. */
const PAGE = "/integrations";

/** The services that the user has connected, and those that can be connected. */
export function IntegrationsScreen(): ReactNode {
  const { t } = useTranslation("integrations");
  const { data: services } = useSuspenseQuery(integrationsQuery);
  useVisitResult();
  const connected = services.filter(({ status }) => status !== "disconnected");
  const available = services.filter(({ status }) => status === "disconnected");
  return (
    <Screen title={t("title")}>
      <div className={styles.page}>
        <Group name="connected" services={connected} />
        <Group name="available" services={available} />
        <p className={styles.note}>
          {t("note")}{" "}
          <Link className={textLink.link} to="/help/$article" params={{ article: "send-to-services" }}>
            {t("howItWorks")}
          </Link>
        </p>
      </div>
    </Screen>
  );
}

function Group({ name, services }: { name: "connected" | "available"; services: IntegrationView[] }): ReactNode {
  const { t } = useTranslation("integrations");
  if (services.length === 0) return null;
  return (
    <section className={styles.group} aria-labelledby={`services-${name}`}>
      <h2 className={styles.heading} id={`services-${name}`}>
        {t(name)}
      </h2>
      <ul className={styles.list}>
        {services.map((service) => (
          <Service key={service.provider} service={service} />
        ))}
      </ul>
    </section>
  );
}

function Service({ service }: { service: IntegrationView }): ReactNode {
  const { t } = useTranslation("integrations");
  const { provider, status, configured } = service;
  const [isAsking, setAsking] = useState(false);
  const name = t(`names.${provider}`);
  return (
    <li className={styles.service}>
      <span className={styles.mark}>
        <ServiceMark service={provider} size={26} />
      </span>
      <div className={styles.what}>
        <h3 className={styles.name}>{name}</h3>
        <p className={styles.text}>{t(`texts.${provider}`)}</p>
        <State service={service} />
      </div>
      <div className={styles.actions}>
        {configured && status !== "connected" && <ConnectButton service={service} />}
        {status !== "disconnected" && (
          <Button variant="quiet" size="md" aria-label={t("disconnectNamed", { name })} onClick={() => setAsking(true)}>
            {t("disconnect")}
          </Button>
        )}
      </div>
      {isAsking && <DisconnectDialog service={service} onClose={() => setAsking(false)} />}
    </li>
  );
}

/** The connected account, that the service asks to connect again, or why it cannot be connected. */
function State({ service: { provider, status, accountName, configured } }: { service: IntegrationView }): ReactNode {
  const { t } = useTranslation("integrations");
  const account = <bdi>{accountName}</bdi>;
  return (
    <>
      {status !== "disconnected" && (
        <div className={styles.state}>
          {status === "connected" ? (
            <Chip tone="ok" icon={<IconCheck size={14} stroke={2.4} aria-label={t("isConnected")} />}>
              {account}
            </Chip>
          ) : (
            <>
              <Chip>{account}</Chip>
              <Chip tone="warn" icon={<IconAlertTriangle size={14} stroke={2} aria-hidden="true" />}>
                {t("reconnectNeeded")}
              </Chip>
            </>
          )}
        </div>
      )}
      {!configured && <Unconfigured name={t(`names.${provider}`)} />}
    </>
  );
}

/** What a user asks the administrator for; administrators get the link to the settings. */
function Unconfigured({ name }: { name: string }): ReactNode {
  const { t } = useTranslation("integrations");
  const { data: user } = useSuspenseQuery(userQuery);
  return (
    <p className={styles.missing}>
      {t("notConfigured")}{" "}
      {user.role === "admin" ? (
        <Link className={textLink.link} to="/admin/$tab" params={{ tab: "server" }} hash="integrations">
          {t("setUpNamed", { name })}
        </Link>
      ) : (
        t("askAdministrator", { name })
      )}
    </p>
  );
}

function ConnectButton({ service: { provider, status } }: { service: IntegrationView }): ReactNode {
  const { t } = useTranslation("integrations");
  const visit = useMutation({ mutationFn: () => visitService(provider, PAGE) });
  const name = t(`names.${provider}`);
  const isAgain = status === "reconnect";
  return (
    <Button
      variant="default"
      size="md"
      leftSection={<IconPlugConnected {...ICON} />}
      aria-label={t(isAgain ? "reconnectNamed" : "connectNamed", { name })}
      // The browser leaves the page after the answer.
      aria-busy={visit.isPending || visit.isSuccess}
      onClick={() => !visit.isPending && !visit.isSuccess && visit.mutate()}
    >
      {t(isAgain ? "reconnect" : "connect")}
    </Button>
  );
}
