/* The browser that tests and pictures are made with: Debian's Chromium without its windows, the same engine for a fifth
   less work. */
export const launchOptions = {
  executablePath: "/usr/bin/chromium-headless-shell",
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
  ],
};
