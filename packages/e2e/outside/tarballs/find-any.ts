import ts from "typescript";

/** How deep a user follows the names of what he holds. */
const DEEPEST = 8;

/** Every place of a package's exports where an editor would show `any`, as the path of names that leads there. */
export function findAny(program: ts.Program, files: string[]): string[] {
  const checker = program.getTypeChecker();
  const found: string[] = [];
  const seen = new Set<ts.Type>();

  for (const path of files) {
    const file = program.getSourceFile(path);
    const module = file && checker.getSymbolAtLocation(file);
    if (!module) throw new Error(`${path} is no module`);
    for (const symbol of checker.getExportsOfModule(module)) {
      const real = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      if (real.flags & ts.SymbolFlags.Value) walk(checker.getTypeOfSymbol(real), [symbol.name]);
      if (real.flags & ts.SymbolFlags.Type) walk(checker.getDeclaredTypeOfSymbol(real), [symbol.name]);
    }
  }
  return found;

  function walk(type: ts.Type, names: string[]): void {
    if (type.flags & ts.TypeFlags.Any) found.push(names.join("."));
    if (seen.has(type) || names.length > DEEPEST || isForeign(type)) return;
    seen.add(type);
    for (const inner of checker.getTypeArguments(type as ts.TypeReference)) walk(inner, [...names, "<>"]);
    if (type.isUnionOrIntersection()) for (const part of type.types) walk(part, names);
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      for (const parameter of signature.getParameters())
        walk(checker.getTypeOfSymbol(parameter), [...names, `(${parameter.name})`]);
      walk(signature.getReturnType(), [...names, "()"]);
    }
    if (!(type.flags & ts.TypeFlags.Object)) return;
    const own = type
      .getProperties()
      .filter((property) => !property.name.includes("#private") && !isPlatforms(property));
    for (const property of own) walk(checker.getTypeOfSymbol(property), [...names, property.name]);
  }

  /** Whether the language's or Node's own declarations say it. */
  function isPlatforms(symbol: ts.Symbol | undefined): boolean {
    const file = symbol?.declarations?.[0]?.getSourceFile();
    return file !== undefined && (program.isSourceFileDefaultLibrary(file) || /@types\/node\//.test(file.fileName));
  }

  /** Types of the language and of the platform are not the package's to answer for; what stands between their brackets is. */
  function isForeign(type: ts.Type): boolean {
    if (!isPlatforms(type.aliasSymbol ?? type.symbol)) return false;
    for (const inner of [...(checker.getTypeArguments(type as ts.TypeReference) ?? [])])
      if (inner.flags & ts.TypeFlags.Any) found.push(`${checker.typeToString(type)}`);
      else walk(inner, ["…"]);
    return true;
  }
}
