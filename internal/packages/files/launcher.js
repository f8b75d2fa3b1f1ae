#!/usr/bin/env node
// Starts the binary of envgen with the same arguments. The binary is in a package of its own for each platform, which npm installs as an
// optional dependency of this package. Nothing is downloaded here.
"use strict";

const { spawn } = require("node:child_process");
const { existsSync } = require("node:fs");
const { constants } = require("node:os");
const path = require("node:path");
const { version, optionalDependencies } = require("../package.json");

const couldNotRun = 2;

function fail(message, help) {
  process.stderr.write(`envgen: ${message}\n  = help: ${help}\n`);
  process.exit(couldNotRun);
}

// The file to start: that of ENVGEN_BINARY, or that of the platform's package.
function binary() {
  const chosen = process.env.ENVGEN_BINARY;
  if (chosen) {
    if (!existsSync(chosen)) {
      fail(`ENVGEN_BINARY names ${chosen}, which does not exist`, "set it to the path of a binary of envgen, or unset it");
    }
    return path.resolve(chosen);
  }
  const name = `@envgen/${process.platform}-${process.arch}`;
  if (!Object.hasOwn(optionalDependencies, name)) {
    const known = Object.keys(optionalDependencies).map((other) => other.slice("@envgen/".length));
    fail(`there is no binary for ${process.platform}-${process.arch}, only for ${known.join(", ")}`,
      "build envgen with Go, and set ENVGEN_BINARY to the path of the binary");
  }
  let manifest;
  try {
    manifest = require.resolve(`${name}/package.json`);
  } catch {
    fail(`the package ${name} is not installed; npm leaves it out with --omit=optional, or if package-lock.json was written on another platform`,
      `npm install --include=optional ${name}@${version}, or set ENVGEN_BINARY to the path of a binary`);
  }
  const found = require(manifest).version;
  if (found !== version) {
    fail(`the package ${name} has version ${found}, and the package envgen has ${version}`, `npm install --include=optional ${name}@${version}`);
  }
  return path.join(path.dirname(manifest), "bin", process.platform === "win32" ? "envgen.exe" : "envgen");
}

const file = binary();
let child;
// A terminal sends an interrupt to both processes, so that it is not passed on. The other signals come to this process alone. They are
// handled before the start, because a signal that ends this process alone would leave the other one.
process.on("SIGINT", () => {});
for (const signal of ["SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child = spawn(file, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => fail(`${file} does not start: ${error.message}`, "install the package again, or set ENVGEN_BINARY to the path of a binary"));
child.on("exit", (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
