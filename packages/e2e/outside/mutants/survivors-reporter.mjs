import { relative } from "node:path";

/** Prints each mutant that no test notices as soon as it is known, because a run that ends early prints no report. */
class SurvivorsReporter {
  onMutantTested({ status, fileName, location, mutatorName, replacement }) {
    if (status !== "Survived" && status !== "NoCoverage") return;
    const place = `${relative(process.cwd(), fileName)}:${location.start.line}`;
    console.log(`${status}: ${place} ${mutatorName} → ${replacement.split("\n")[0]}`);
  }
}

export const strykerPlugins = [{ kind: "Reporter", name: "survivors", injectableClass: SurvivorsReporter }];
