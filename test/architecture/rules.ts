import { builtinModules } from 'node:module';
import ts from 'typescript';

/** A source file by its path from the root of the package, with forward slashes. */
export interface Source {
  readonly path: string;
  readonly text: string;
}

const OUTSIDE_WORLD = new Set([
  ...['process', 'Buffer', 'console', 'fs', 'require', '__dirname', '__filename', 'global'],
  ...['fetch', 'XMLHttpRequest', 'WebSocket', 'localStorage', 'setImmediate', 'setInterval', 'setTimeout'],
]);

/** What is wrong with a file of src or nodes, a sentence each. */
export function findFaults(source: Source, dependencies: readonly string[]): string[] {
  const { path, text } = source;
  const inSrc = path.startsWith('src/');
  const isPure = inSrc && !path.startsWith('src/cli/');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports = listImports(file);
  return [
    ...(inSrc && /node[-_ ]?red/i.test(text) ? ['mentions Node-RED'] : []),
    ...(inSrc && /\bRED\./.test(text) ? ['mentions RED'] : []),
    ...imports
      .filter(() => inSrc)
      .flatMap(({ from }) => (/(^|\/)nodes(\/|$)/.test(from) ? [`imports ${from}`] : [])),
    ...imports
      .filter(({ from }) => isPure && isBuiltin(from))
      .map(({ from }) => `imports the built-in ${from}`),
    ...imports
      .filter(({ from, isType }) => !isType && !from.startsWith('.') && !isBuiltin(from))
      .filter(({ from }) => !dependencies.includes(packageOf(from)))
      .map(({ from }) => `imports ${from}, which is not among the dependencies`),
    ...(isPure ? listGlobals(file).map((name) => `uses ${name}`) : []),
  ];
}

const isBuiltin = (from: string): boolean => from.startsWith('node:') || builtinModules.includes(from);

const packageOf = (from: string): string =>
  from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/');

interface Import {
  readonly from: string;
  /** Gone after compilation. */
  readonly isType: boolean;
}

function listImports(file: ts.SourceFile): Import[] {
  const imports: Import[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) {
      if (node.moduleSpecifier !== undefined && ts.isStringLiteral(node.moduleSpecifier))
        imports.push({ from: node.moduleSpecifier.text, isType: isTypeOnly(node) });
    } else if (ts.isExternalModuleReference(node) && ts.isStringLiteral(node.expression)) {
      imports.push({ from: node.expression.text, isType: false });
    } else if (ts.isCallExpression(node) && isLoad(node.expression)) {
      const [from] = node.arguments;
      imports.push({ from: from && ts.isStringLiteral(from) ? from.text : 'a computed path', isType: false });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return imports;
}

const isTypeOnly = (node: ts.ImportDeclaration | ts.ExportDeclaration): boolean =>
  ts.isExportDeclaration(node)
    ? node.isTypeOnly
    : node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;

const isLoad = (callee: ts.Expression): boolean =>
  callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');

/** Names of the outside world that are used as such: neither a property nor a key. */
function listGlobals(file: ts.SourceFile): string[] {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (ts.isIdentifier(node) && OUTSIDE_WORLD.has(node.text) && !isPropertyName(node)) found.add(node.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found];
}

const isPropertyName = (node: ts.Identifier): boolean => {
  const { parent } = node;
  const isMember =
    ts.isPropertyAccessExpression(parent) ||
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent);
  return isMember && parent.name === node;
};
