@echo off
rem Starts Ronda from this folder: nothing is fetched from the network, nothing is written to the stick.
rem Double-click it, or give words for "ronda serve" after it.
setlocal enableextensions
set "here=%~dp0"
set /p version=<"%here%VERSION"

set "python="
for /f "usebackq" %%v in ("%here%PYTHONS") do (
    if not defined python (
        py -%%v -c "pass" >nul 2>nul
        if not errorlevel 1 (
            set "python=py -%%v"
            set "tag=%%v"
        )
    )
)
if not defined python (
    for /f "usebackq" %%v in (`python -c "import sys; print('%%d.%%d' %% sys.version_info[:2])" 2^>nul`) do (
        findstr /x /c:"%%v" "%here%PYTHONS" >nul && (
            set "python=python"
            set "tag=%%v"
        )
    )
)
if not defined python (
    echo Ronda needs one of these versions of Python, from https://www.python.org/downloads/ :
    type "%here%PYTHONS"
    pause
    exit /b 1
)

set "place=%LOCALAPPDATA%\ronda\program-%version%-%tag%"
if not exist "%place%\installed" (
    echo Installing Ronda %version% ^(once, about a minute^) ...
    if exist "%place%" rmdir /s /q "%place%"
    %python% -m venv --without-pip "%place%" || goto :failed
    for %%p in ("%here%wheelhouse\pip-*.whl") do set "PYTHONPATH=%%~fp"
    call :install || goto :failed
    type nul > "%place%\installed"
)
set "PYTHONPATH="
if defined RONDA_ONLY_INSTALL (
    echo %place%\Scripts\ronda.exe
    exit /b 0
)
"%place%\Scripts\ronda.exe" serve --open %*
exit /b %errorlevel%

:install
"%place%\Scripts\python.exe" -m pip install --quiet --disable-pip-version-check --no-index --find-links "%here%wheelhouse" "ronda==%version%"
exit /b %errorlevel%

:failed
echo Ronda could not be installed into %place%
pause
exit /b 1
