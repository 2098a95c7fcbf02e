import { Button } from '@mantine/core';
import { StopButton, Progress } from '@/acts/exports/progress';
import { useTexts } from '@/acts/exports/texts';
import { isUnfinished, type ListFile, useGetExportsQuery } from '@/api/exports';
import { formatDateTime } from '@/shared/lib/format-date';
import { ScreenTitle } from '@/shared/ui/screen-title';
import { EmptyState, ErrorState, Skeleton } from '@/shared/ui/states';
import settings from '@/shared/settings/settings.module.css';
import classes from './files.module.css';

const ASK_EVERY_MS = 1500;

/** The lists that the person has taken away: those in the making, and those that are there for a day. */
export function Component() {
  const t = useTexts();
  const {
    data: files,
    isError,
    error,
    refetch,
  } = useGetExportsQuery(undefined, {
    refetchOnMountOrArgChange: true,
    pollingInterval: ASK_EVERY_MS,
    skipPollingIfUnfocused: true,
  });
  return (
    <div className={settings.screen}>
      <ScreenTitle>{t('exports:files')}</ScreenTitle>
      <h1>{t('exports:files')}</h1>
      <p className={settings.text}>{t('exports:intro')}</p>
      {!files && isError && <ErrorState title={t('exports:notFound')} error={error} onRetry={refetch} />}
      {!files && !isError && <Skeleton />}
      {files?.length === 0 && <EmptyState title={t('exports:none')} />}
      {files !== undefined && files.length > 0 && (
        <ul className={classes.files}>
          {files.map((file) => (
            <File key={file.id} file={file} onStopped={refetch} />
          ))}
        </ul>
      )}
    </div>
  );
}

function File({ file, onStopped }: { file: ListFile; onStopped: () => unknown }) {
  const t = useTexts();
  const { url, name, state, snapshot_at: at, expires_at: until } = file;
  const title = `${t(`exports:lists.${file.list}`)}, ${t(`exports:formats.${file.format}`)}`;
  return (
    <li className={classes.file}>
      <div className={classes.what}>
        <strong>{title}</strong>
        <span className={classes.when}>
          {at === null ? formatDateTime(file.created_at) : t('exports:at', { at: formatDateTime(at) })}
          {url !== null && until !== null && ` · ${t('exports:until', { at: formatDateTime(until) })}`}
        </span>
        <Progress file={file} />
        {state === 'done' && url === null && <span className={classes.when}>{t('exports:gone')}</span>}
      </div>
      {url !== null && (
        <Button
          component="a"
          href={url}
          download={name}
          variant="default"
          aria-label={`${t('exports:take')}: ${title}`}
        >
          {t('exports:take')}
        </Button>
      )}
      {isUnfinished(file) && <StopButton file={file} onStopped={onStopped} />}
    </li>
  );
}
