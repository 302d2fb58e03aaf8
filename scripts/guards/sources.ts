import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

export const root = path.resolve(import.meta.dirname, '../..');

/** An import as written, and what it leads to: a path of ours, a package, or a part of Node. */
export interface Import {
  to: string;
  kind: 'own' | 'package' | 'node';
  isType: boolean;
}

interface FunctionSpan {
  name: string;
  lines: number;
  isComponent: boolean;
}

interface ExportedType {
  name: string;
  line: number;
}

export interface SourceFile {
  path: string;
  text: string;
  lines: number;
  isTest: boolean;
  imports: Import[];
  functions: FunctionSpan[];
  /** Distinct identifiers in the code. */
  identifiers: Set<string>;
  /** Types, interfaces and classes that are declared and exported here. */
  exportedTypes: ExportedType[];
  /** The text of each comment, without its marks. */
  comments: string[];
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

const subpaths: Record<string, string> = {
  '#models/': 'models/',
  '#gateway/': 'gateway/',
  '#workers/': 'workers/',
  '#embedded/': 'embedded/',
  '#texts/': 'models/texts/',
  '@/': 'web/src/',
};

/** Target of an import, as a path from the root without its extension. */
function resolve(from: string, written: string): Pick<Import, 'to' | 'kind'> {
  if (written.startsWith('node:')) return { to: written, kind: 'node' };
  if (written.startsWith('.')) return { to: path.posix.join(path.posix.dirname(from), written).replace(/\.js$/, ''), kind: 'own' };
  for (const [prefix, folder] of Object.entries(subpaths))
    if (written.startsWith(prefix)) return { to: folder + written.slice(prefix.length), kind: 'own' };
  return { to: written, kind: 'package' };
}

const isFunction = (node: Node): boolean => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);

const isIdentifier = (node: Node): boolean => /^(Identifier|PrivateIdentifier|JSXIdentifier)$/.test(node.type);

/** The type that an export statement declares, if it declares one. */
function exportedType(node: Node): Node | undefined {
  const declared = node.type === 'ExportNamedDeclaration' ? (node.declaration as Node | null) : null;
  return declared && /^(TSInterfaceDeclaration|TSTypeAliasDeclaration|ClassDeclaration)$/.test(declared.type) ? declared : undefined;
}

type Findings = Pick<SourceFile, 'functions' | 'identifiers' | 'exportedTypes'>;

/** Walks the syntax tree once. A function is named by what it is assigned to. */
function walk(program: unknown, text: string): Findings {
  const found: Findings = { functions: [], identifiers: new Set(), exportedTypes: [] };
  const lineOf = (offset: number) => text.slice(0, offset).split('\n').length;
  const visit = (node: unknown, name: string): void => {
    if (Array.isArray(node)) {
      for (const each of node) visit(each, name);
      return;
    }
    if (typeof node !== 'object' || node === null || typeof (node as Node).type !== 'string') return;
    const here = node as Node;
    const own = (here.id ?? here.key) as { name?: string } | null | undefined;
    const called = own?.name ?? name;
    if (isIdentifier(here)) found.identifiers.add(String(here.name));
    if (isFunction(here))
      found.functions.push({ name: called, lines: lineOf(here.end) - lineOf(here.start) + 1, isComponent: /^[A-Z]/.test(called) });
    const type = exportedType(here);
    if (type) found.exportedTypes.push({ name: (type.id as { name: string }).name, line: lineOf(type.start) });
    for (const [key, child] of Object.entries(here)) if (key !== 'type') visit(child, called);
  };
  visit(program, 'anonymous');
  return found;
}

function read(file: string): SourceFile {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { program, module, comments } = parseSync(file, text);
  const statics = module.staticImports.map((each) => ({
    written: each.moduleRequest.value,
    isType: each.entries.length > 0 && each.entries.every((entry) => entry.isType),
  }));
  const again = module.staticExports
    .flatMap((each) => each.entries)
    .filter((entry) => entry.moduleRequest)
    .map((entry) => ({ written: entry.moduleRequest?.value ?? '', isType: entry.isType }));
  const dynamic = module.dynamicImports.map((each) => ({
    written: text.slice(each.moduleRequest.start + 1, each.moduleRequest.end - 1),
    isType: false,
  }));
  return {
    path: file,
    text,
    lines: text.split('\n').length - 1,
    isTest: /\.test\.tsx?$/.test(file) || file.startsWith('e2e/'),
    imports: [...statics, ...again, ...dynamic].map(({ written, isType }) => ({ ...resolve(file, written), isType })),
    comments: comments.map(({ value }) => value.replace(/^\s*\*+ ?/gm, '').trim()),
    ...walk(program, text),
  };
}

/** Every TypeScript file of the repository, parsed. */
export const sources: SourceFile[] = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && !file.endsWith('.d.ts'))
  .map(read);

/** The sources of these folders, tests left out. */
export const code = (...folders: string[]): SourceFile[] =>
  sources.filter((source) => !source.isTest && folders.some((folder) => source.path.startsWith(folder)));
