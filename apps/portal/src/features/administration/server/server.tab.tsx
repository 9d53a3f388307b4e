import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { settingsQuery } from "../../../entities/administration/settings.queries.ts";
import { ListState } from "../parts/list-state.tsx";
import { useNamedSection } from "../parts/use-named-section.ts";
import { AddressSection } from "./address-section.tsx";
import { AiSection } from "./ai-section.tsx";
import { ContactSection } from "./contact-section.tsx";
import { LanguageSection } from "./language-section.tsx";
import { LimitsSection } from "./limits-section.tsx";
import { LogoSection } from "./logo-section.tsx";
import { MailSection } from "./mail-section.tsx";
import { NameSection } from "./name-section.tsx";
import { RateLimitsSection } from "./rate-limits-section.tsx";
import { RegistrationSection } from "./registration-section.tsx";
import { ServicesSection } from "./services-section.tsx";
import { SignInSection } from "./sign-in-section.tsx";
import { WebhooksSection } from "./webhooks-section.tsx";

/** Settings of the installation. Each section has its own button, and starts again when its values were changed elsewhere. */
export function ServerTab(): ReactNode {
  const query = useQuery(settingsQuery);
  const settings = query.data;
  useNamedSection(settings !== undefined);
  return (
    <ListState query={query} isEmpty={false} empty={null}>
      {settings && (
        <>
          <NameSection key={`name-${settings.serverName.version}`} settings={settings} />
          <LogoSection settings={settings} />
          <AddressSection key={`address-${settings.publicUrl.version}`} settings={settings} />
          <LanguageSection key={`language-${settings.defaultLanguage.version}`} settings={settings} />
          <RegistrationSection key={`registration-${settings.registration.version}`} settings={settings} />
          <SignInSection key={`sign-in-${settings.signIn.version}`} settings={settings} />
          <MailSection key={`mail-${settings.smtpUrl.version}-${settings.mailFrom.version}`} settings={settings} />
          <ServicesSection settings={settings} />
          <AiSection settings={settings} />
          <LimitsSection settings={settings} />
          <ContactSection key={`contact-${settings.securityContact.version}`} settings={settings} />
          <WebhooksSection key={`webhooks-${settings.privateWebhooks.version}`} settings={settings} />
          <RateLimitsSection />
        </>
      )}
    </ListState>
  );
}
