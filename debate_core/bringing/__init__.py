"""What people bring from elsewhere: a transcript of any common form, or a debate that another store exported.

spoken     what was said by whom, before anybody has a side: the neutral form, and the files that are refused
strict     JSON that says one thing: no key twice, no NaN, no more depth or digits than words need
sides      JSON that names its sides: arguments with answers and closings, or turns
scripts    text and Markdown with a name before each turn; subtitles; a CSV; exported chats: the branch that was read
reading    read_brought: which of these a file is
mapping    speakers put on sides: the transcript as it will be judged
tables     a table of ratings, read whole by the reader of `agree`, stored as it came
exported   a debate out of another store, whole and checked, or refused
"""
