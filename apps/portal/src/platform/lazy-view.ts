import { lazyRouteComponent } from "@tanstack/react-router";
import { lazy, type ComponentType, type LazyExoticComponent } from "react";
import { loadTexts, type LateNamespace } from "./i18n.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- the props are inferred from the module
type Component = ComponentType<any>;
type ViewName<M> = { [K in keyof M]: M[K] extends Component ? K : never }[keyof M];
type View<M, N extends ViewName<M>> = M[N] extends Component ? M[N] : never;

const withTexts =
  <M>(load: () => Promise<M>, namespaces: readonly LateNamespace[]) =>
  async (): Promise<M> => {
    const [module] = await Promise.all([load(), loadTexts(namespaces)]);
    return module;
  };

/** A component whose module is loaded on the first render, together with the English texts of `namespaces`. */
export function lazyView<M, N extends ViewName<M>>(
  load: () => Promise<M>,
  name: N,
  namespaces: readonly LateNamespace[] = [],
): LazyExoticComponent<View<M, N>> {
  const loadAll = withTexts(load, namespaces);
  return lazy(async () => ({ default: (await loadAll())[name] as View<M, N> }));
}

/** The same for the component of a route: the router also loads it when a link to the route is about to be followed. */
export const lazyScreen = <M extends Record<string, unknown>, N extends ViewName<M> & string>(
  load: () => Promise<M>,
  name: N,
  namespaces: readonly LateNamespace[] = [],
) => lazyRouteComponent(withTexts(load, namespaces), name);
