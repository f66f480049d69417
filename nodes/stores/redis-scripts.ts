/**
 * Values of a scope are the fields of one hash, epochs of the fields that were taken those of another. An epoch is a number that no
 * other has had before, so it stays unique when a scope is deleted and made again.
 */

/** KEYS values, epochs, counter; ARGV field. Gives back the new epoch and the value. */
export const TAKE = `
local epoch = redis.call('INCR', KEYS[3])
redis.call('HSET', KEYS[2], ARGV[1], epoch)
return { tostring(epoch), redis.call('HGET', KEYS[1], ARGV[1]) }`;

export const NO_EPOCH = '';
export const ANY_VALUE = '';
export const NO_VALUE = '';
export const textArgument = (text: string): string => `=${text}`;

/**
 * KEYS values, epochs, counter; ARGV four for each field: its name, the epoch of who writes (NO_EPOCH: who has not taken it), the
 * value that has to stand there (ANY_VALUE, or as textArgument) and the new one (NO_VALUE removes it). All are written, or none.
 * A write by someone who has not taken the field takes it from whoever has.
 */
export const WRITE = `
for i = 1, #ARGV, 4 do
  local epoch = redis.call('HGET', KEYS[2], ARGV[i])
  if ARGV[i + 1] ~= '' and epoch ~= ARGV[i + 1] then return redis.error_reply('TAKEN ' .. ARGV[i]) end
  if ARGV[i + 2] ~= '' then
    local value = redis.call('HGET', KEYS[1], ARGV[i])
    if '=' .. (value or '') ~= ARGV[i + 2] then return redis.error_reply('CHANGED ' .. ARGV[i]) end
  end
end
for i = 1, #ARGV, 4 do
  if ARGV[i + 3] == '' then redis.call('HDEL', KEYS[1], ARGV[i])
  else redis.call('HSET', KEYS[1], ARGV[i], string.sub(ARGV[i + 3], 2)) end
  if ARGV[i + 1] == '' and redis.call('HEXISTS', KEYS[2], ARGV[i]) == 1 then
    redis.call('HSET', KEYS[2], ARGV[i], redis.call('INCR', KEYS[3]))
  end
end
return 'OK'`;
