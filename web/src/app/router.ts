/* Where we are: the path of the address, changed without loading the page anew. */
import { Store } from "./store";

class Router extends Store {
  constructor() {
    super();
    addEventListener("popstate", () => this.changed());
  }

  get path(): string {
    return location.pathname;
  }

  /** The parts of the path: "/rules/kulami" is ["rules", "kulami"]. */
  get parts(): string[] {
    return location.pathname.split("/").filter((part) => part !== "");
  }

  get query(): URLSearchParams {
    return new URLSearchParams(location.search);
  }

  go(path: string): void {
    if (path === location.pathname + location.search) return;
    history.pushState(null, "", path);
    scrollTo(0, 0);
    this.changed();
  }

  replace(path: string): void {
    history.replaceState(null, "", path);
    this.changed();
  }
}

export const router = new Router();
