import { listCommitted, listWorkTree } from '../git';
import { countLines } from '../lines';
import { measurePacked } from '../packed';
import { exactRow } from '../row';
import type { SectionMaker } from './section';

const ALL = ['.ts', '.html', '.json'];
const EXTENTS = [
  { folders: ['src'], endings: ['.ts'] },
  { folders: ['nodes'], endings: ['.ts'] },
  { folders: ['src', 'nodes'], endings: ['.ts'] },
  { folders: ['src', 'nodes'], endings: ALL },
];

export const createPackageSection: SectionMaker = () => ({
  title: 'The package as npm would publish it',
  parts: 1,
  measure({ roots }, done) {
    const base = measurePacked(roots.base);
    const candidate = measurePacked(roots.candidate);
    done('package');
    return Promise.resolve([
      exactRow('packed', 'bytes', base.size, candidate.size),
      exactRow('unpacked', 'bytes', base.unpackedSize, candidate.unpackedSize),
      exactRow('files', 'files', base.entryCount, candidate.entryCount),
    ]);
  },
});

/** Files that the build writes are no sources. */
export const createSourceSection: SectionMaker = () => ({
  title: 'Sources',
  parts: 1,
  measure({ roots, commit, candidateCommit }, done) {
    const rows = EXTENTS.flatMap(({ folders, endings }) => {
      const base = countLines(roots.base, listCommitted(roots.base, commit, folders), endings);
      const candidate = countLines(
        roots.candidate,
        candidateCommit === null
          ? listWorkTree(roots.candidate, folders)
          : listCommitted(roots.candidate, candidateCommit, folders),
        endings,
      );
      const name = `${folders.join(' and ')}, ${endings.join(' ')}`;
      return [
        exactRow(name, 'lines', base.lines, candidate.lines),
        exactRow(name, 'files', base.files, candidate.files),
      ];
    });
    done('sources');
    return Promise.resolve(rows);
  },
});
