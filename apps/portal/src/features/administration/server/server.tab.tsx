import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { settingsQuery } from "../../../entities/administration/settings.queries.ts";
import { ListState } from "../parts/list-state.tsx";
import { ContactSection } from "./contact-section.tsx";
import { LimitsSection } from "./limits-section.tsx";
import { MailSection } from "./mail-section.tsx";
import { NameSection } from "./name-section.tsx";
import { RegistrationSection } from "./registration-section.tsx";
import { SignInSection } from "./sign-in-section.tsx";

/** Settings of the installation. Each section has its own button, and starts again when its values were changed elsewhere. */
export function ServerTab(): ReactNode {
  const query = useQuery(settingsQuery);
  const settings = query.data;
  return (
    <ListState query={query} isEmpty={false} empty={null}>
      {settings && (
        <>
          <NameSection key={`name-${settings.serverName.version}`} settings={settings} />
          <RegistrationSection key={`registration-${settings.registration.version}`} settings={settings} />
          <SignInSection key={`sign-in-${settings.signIn.version}`} settings={settings} />
          <MailSection key={`mail-${settings.smtpUrl.version}-${settings.mailFrom.version}`} settings={settings} />
          <LimitsSection
            key={`limits-${settings.defaultQuota.version}-${settings.trashDays.version}-${settings.maxLinkDays.version}`}
            settings={settings}
          />
          <ContactSection key={`contact-${settings.securityContact.version}`} settings={settings} />
        </>
      )}
    </ListState>
  );
}
