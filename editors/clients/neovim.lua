-- The recorded run in Neovim, without a screen: its own client of the Language Server Protocol, its own edits and buffers.
-- Three mistakes are mended by the actions offered, a piece-of-advice is renamed in both files, a proof is run by its lens, the text is
-- formatted. Works from version 0.7.2 on, which Debian 12 has. Run by editors/test.

local adv, folder = os.getenv("ADV_BINARY"), os.getenv("ADV_FOLDER")
local lines = {}
local function say(text)
  table.insert(lines, text)
end
local function finish(code)
  local out = assert(io.open(folder .. "/recorded.txt", "w"))
  out:write(table.concat(lines, "\n") .. "\n")
  out:close()
  vim.cmd(code == 0 and "qall!" or "cquit")
end
local function need(value, what)
  if not value then
    say("FAILED  " .. what)
    finish(1)
    error(what)
  end
  return value
end

local function run()
  vim.cmd("edit " .. vim.fn.fnameescape(folder .. "/krk.adv"))
  local buffer = vim.api.nvim_get_current_buf()
  local id = need(
    vim.lsp.start_client({
      name = "adv",
      cmd = { adv, "lsp" },
      root_dir = folder,
      workspace_folders = { { uri = vim.uri_from_fname(folder), name = "games" } },
    }),
    "the server starts"
  )
  vim.lsp.buf_attach_client(buffer, id)
  local client
  vim.wait(10000, function()
    client = vim.lsp.get_client_by_id(id)
    return client ~= nil and client.initialized
  end)
  need(client and client.initialized, "the session begins")
  local document = vim.lsp.util.make_text_document_params(buffer)

  local function ask(method, params)
    local answer = client.request_sync(method, params, 60000, buffer)
    need(answer and not answer.err, method .. (answer and answer.err and ": " .. answer.err.message or ""))
    return answer.result
  end
  local function errors()
    return vim.diagnostic.get(buffer, { severity = vim.diagnostic.severity.ERROR })
  end
  local function wait_for(count)
    need(
      vim.wait(20000, function()
        return #errors() == count
      end, 20),
      "there are " .. count .. " mistakes, and not " .. #errors()
    )
  end

  wait_for(3)
  local codes = {}
  for _, one in ipairs(errors()) do
    table.insert(codes, one.code or (one.user_data and one.user_data.lsp and one.user_data.lsp.code))
  end
  table.sort(codes)
  say("opened  three mistakes: " .. table.concat(codes, ", "))

  for left = 2, 0, -1 do
    local first = errors()[1]
    for _, one in ipairs(errors()) do
      if one.lnum < first.lnum then
        first = one
      end
    end
    local range = {
      start = { line = first.lnum, character = first.col },
      ["end"] = { line = first.end_lnum, character = first.end_col },
    }
    local lsp = first.user_data and first.user_data.lsp or {}
    local told = { range = range, message = first.message, severity = 1, source = first.source, code = first.code or lsp.code, data = lsp.data }
    local actions = ask("textDocument/codeAction", { textDocument = document, range = range, context = { diagnostics = { told } } })
    local mend
    for _, action in ipairs(actions) do
      mend = mend or (action.edit and action)
    end
    need(mend, "a mend is offered for " .. first.message)
    vim.lsp.util.apply_workspace_edit(mend.edit, client.offset_encoding)
    say("mended  " .. mend.title)
    wait_for(left)
  end

  local line, column
  for number, text in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
    local at = text:find("approach", 1, true)
    if at and not line then
      -- The protocol counts UTF-16 units.
      local _, units = vim.str_utfindex(text, at - 1)
      line, column = number - 1, units
    end
  end
  local edit = ask("textDocument/rename", { textDocument = document, position = { line = line, character = column }, newName = "walk-up" })
  local files = vim.tbl_count(edit.changes)
  vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
  vim.cmd("silent wall")
  local _, uses = table.concat(vim.fn.readfile(folder .. "/krk.adv"), "\n"):gsub("walk%-up", "")
  local _, there = table.concat(vim.fn.readfile(folder .. "/rook.adv"), "\n"):gsub("advice walk%-up", "")
  say("renamed approach to walk-up in " .. files .. " files: " .. uses .. " uses, " .. there .. " definition")
  vim.wait(500)
  wait_for(0)

  local proof
  for _, lens in ipairs(ask("textDocument/codeLens", { textDocument = document })) do
    proof = proof or (lens.command.title == "prove" and lens.command)
  end
  need(proof, "there is a lens for the claim")
  local verdict = ask("workspace/executeCommand", { command = proof.command, arguments = proof.arguments })
  say("proved  " .. tostring(verdict.good) .. ": " .. verdict.verdict)

  local edits = ask("textDocument/formatting", { textDocument = document, options = { tabSize = 2, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits, buffer, client.offset_encoding)
  vim.cmd("silent write")
  vim.fn.system({ adv, "fmt", "--check", folder .. "/krk.adv" })
  say("formatted, and `adv fmt --check` agrees: " .. tostring(vim.v.shell_error == 0))

  client.stop()
  need(
    vim.wait(10000, function()
      return vim.lsp.get_client_by_id(id) == nil or vim.lsp.client_is_stopped(id)
    end),
    "the server ends"
  )
  say("ended")
end

local ok, message = pcall(run)
if not ok then
  say("FAILED  " .. tostring(message))
end
finish(ok and 0 or 1)
