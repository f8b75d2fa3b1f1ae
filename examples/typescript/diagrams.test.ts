import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { launch } from "./browser.js";

const root = new URL("../../../", import.meta.url);
const pages = ["docs/reference/spec/conversations.md", "generators/docs/testdata/opened.md", ...readdirSync(new URL("docs/protocols/", root)).filter((name) => name.endsWith(".md")).map((name) => "docs/protocols/" + name)];

/** The global of Mermaid's script. */
declare const mermaid: {
  initialize(options: { startOnLoad: boolean }): void;
  render(id: string, text: string): Promise<{ svg: string }>;
};

/** Returns the text of the diagrams of a page. */
function diagrams(page: string): string[] {
  const text = readFileSync(new URL(page, root), "utf8");
  return [...text.matchAll(/^```mermaid\n(.*?)^```$/gms)].map(([, diagram = ""]) => diagram);
}

// The test of the documentation's diagrams is in this folder because it needs a browser.
test("Mermaid draws the diagrams of conversations", async (t) => {
  const browser = await launch();
  try {
    const page = await browser.newPage();
    await page.addScriptTag({ path: fileURLToPath(new URL("../node_modules/mermaid/dist/mermaid.min.js", import.meta.url)) });
    for (const name of pages) {
      const all = diagrams(name);
      assert.ok(all.length > 0, `${name} has no diagram`);
      for (const [number, text] of all.entries()) {
        await t.test(`${name}, diagram ${number + 1}`, async () => {
          const drawn = await page.evaluate(async (diagram) => {
            mermaid.initialize({ startOnLoad: false });
            const { svg } = await mermaid.render("diagram", diagram);
            const shown = new DOMParser().parseFromString(svg, "image/svg+xml");
            return {
              arrows: shown.querySelectorAll("path.transition").length,
              labels: [...shown.querySelectorAll(".edgeLabel")].map((label) => label.textContent.trim()).filter((label) => label !== ""),
            };
          }, text);
          const lines = text.split("\n").filter((line) => line.includes("-->"));
          assert.equal(drawn.arrows, lines.length);
          const escaped = lines.flatMap((line) => line.split(": ").slice(1));
          const labels = escaped.map((label) => label.replace(/#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))));
          assert.deepEqual([...new Set(drawn.labels)].sort(), [...new Set(labels)].sort());
        });
      }
    }
  } finally {
    await browser.close();
  }
});
