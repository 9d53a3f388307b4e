import type { Module } from "../../platform/module.ts";
import type { Ports } from "../../platform/ports/index.ts";
import { createJiraSender } from "./jira.sender.ts";
import { sendsRoutes } from "./sends.routes.ts";
import { createSendsService, type SendsDeps } from "./sends.service.ts";
import { createChannelSearch } from "./slack.channels.ts";
import { createSlackSender } from "./slack.sender.ts";
import { createTrelloSender } from "./trello.sender.ts";

/** Creates the module that sends items to a team chat, an issue tracker and a card board. */
export function createSends(ports: Ports, deps: SendsDeps): Module {
  const slack = createSlackSender(ports.config, ports);
  const channels = createChannelSearch(slack, ports.clock);
  const jira = createJiraSender(ports.config);
  const trello = createTrelloSender(ports.config);
  const service = createSendsService({ ports, deps, senders: { slack, channels, jira, trello } });
  return { routes: (app) => sendsRoutes(app, service) };
}
